# SPDX-License-Identifier: GPL-3.0-or-later
# Names that two sources of one folder give to different things. Sources of a folder are compiled in groups, the groups of
# a release being larger than those of the development build, which therefore does not see all of it.
# Input: the sources, formatted by clang-format. Looked at are declarations in unnamed namespaces, static ones and macros;
# functions of one name may differ in their parameters. Prints each name with both sources; exit code 1 if there is one.

# `meaning`: of an alias, which may be said twice as long as it is the same.
function take(name, meaning,    key) {
    key = folder SUBSEP scope SUBSEP name
    if (key in first && first[key] != FILENAME && (meaning == "" || meaning != meant[key])) {
        print FILENAME ":" FNR ": " name " is a name in " first[key] ", too"
        bad = 1
    } else {
        first[key] = FILENAME
        meant[key] = meaning
    }
}

FNR == 1 {
    folder = FILENAME
    sub(/\/[^\/]*$/, "", folder)
    scope = ""
    inside = 0
}
/^namespace \{/ { inside = 1; next }
/^}  \/\/ namespace$/ { inside = 0; next }
/^namespace [A-Za-z_0-9:]+ \{/ { scope = scope "::" $2; next }
/^}  \/\/ namespace [A-Za-z_0-9:]+$/ { scope = substr(scope, 1, length(scope) - length($4) - 2); next }
/^#define / {
    name = $2
    sub(/\(.*/, "", name)
    take("#define " name)
    next
}
!inside && !/^static / { next }
/^[ }#\/]/ || /^template/ || /^using [^=]*$/ || /^(class|struct) [^{:]*;/ { next }
{
    line = $0
    if (match(line, /^(struct|class|union|enum class|enum) [A-Za-z_0-9]+/)) {
        name = substr(line, RSTART, RLENGTH)
        sub(/.* /, "", name)
        take(name)
    } else if (match(line, /^(using|namespace) [A-Za-z_0-9]+ =/)) {
        split(line, words, " ")
        take(words[2], line)
    } else if (match(line, /[A-Za-z_0-9]+\(/) && line !~ /^[^(]*=/) {
        # A declaration that goes on is whole with its parameters.
        while (line !~ /\)/ && (getline more) > 0) {
            sub(/^ */, "", more)
            line = line " " more
        }
        match(line, /[A-Za-z_0-9]+\([^)]*\)?/)
        parameters = substr(line, RSTART, RLENGTH)
        # Types only.
        gsub(/ *= *[^,)]*/, "", parameters)
        gsub(/[ &*][A-Za-z_0-9]+(,|\))/, ",", parameters)
        take(parameters)
    } else if (match(line, /[A-Za-z_0-9]+(\[[^\]]*\])?( =|\{|;)/)) {
        name = substr(line, RSTART, RLENGTH)
        sub(/[^A-Za-z_0-9].*/, "", name)
        take(name)
    }
}
END { exit bad }
