#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make.py BIN FOLDER [mariadb]: makes the workspace of a shop with something of everything, as README.md says.

BIN: the folder of the programs evenhand and evenhandctl. FOLDER: new; afterwards it holds shop-sqlite.tar.gz or
shop-mariadb.tar.gz, and shop.evenhand-backup. Needs faketime, gdb and, for MariaDB, its server. No test runs this:
they read what it has made once.
"""
import datetime
import hashlib
import hmac
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

BIN, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).absolute()
MARIADB = sys.argv[3:] == ["mariadb"]
SHOP = FOLDER / "shop"
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
PASSWORD = "a long walk on the beach"
NEW_PASSWORD = "nobody guesses this sentence"

now = datetime.datetime(2025, 11, 3, 2, 0, 0)  # 10:00 in Shanghai


def environment(fake=True, **more):
    made = {name: value for name, value in os.environ.items() if not name.startswith("EVENHAND")}
    made.update(TZ="UTC", LC_ALL="C.UTF-8", QT_QPA_PLATFORM="offscreen", DBUS_SESSION_BUS_ADDRESS="",
                HOME=str(FOLDER / "home"), XDG_CONFIG_HOME=str(FOLDER / "home"), XDG_DATA_HOME=str(FOLDER / "home"),
                XDG_RUNTIME_DIR=str(FOLDER / "home"), EVENHAND_SECRETS_DIR=str(FOLDER / "secrets"),
                EVENHAND_DB_PASSWORD="", **more)
    if fake:
        made.update(LD_PRELOAD=FAKETIME, FAKETIME="@" + now.strftime("%Y-%m-%d %H:%M:%S"))
    return made


def ctl(line, *more, given=None, codes=(0,), seconds=30, **variables):
    """One command, half a minute after the one before."""
    global now
    now += datetime.timedelta(seconds=seconds)
    arguments = [BIN / "evenhandctl", "--workspace", SHOP, *line.split(), *more]
    done = subprocess.run(arguments, input=given, text=True, capture_output=True, env=environment(**variables))
    if done.returncode not in codes:
        sys.exit(f"{line}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def demo(seconds):
    """The console's demo, which makes a campaign; with a past of 30 orders rather than 3,000.

    At its end the journal is folded into a snapshot, however short it is (CompactionLimits::restBytes is 0).
    """
    global now
    script = FOLDER / "demo.gdb"
    script.write_text("set pagination off\nset confirm off\nset breakpoint pending on\nset follow-exec-mode same\n"
                      "handle SIGTERM nostop noprint pass\n"
                      "catch exec\nrun\n"  # env becomes the program, whose functions then have their places
                      "break *(long)&'evenhand::storefront::Storefront::warmUp(long, int, bool)'\n"
                      "commands\nsilent\nset $rsi = 30\ncontinue\nend\n"
                      "break *(long)&'evenhand::runtime::JournalCompactor::finish()'\n"
                      "commands\nsilent\nset *(long*)($rdi+32) = 0\ncontinue\nend\n"
                      "continue\n")
    fake = [f"{name}={value}" for name, value in environment().items() if name in ("LD_PRELOAD", "FAKETIME")]
    with open(FOLDER / "demo.log", "w") as log:
        process = subprocess.Popen(["gdb", "-batch", "-x", script, "--args", "env", *fake, BIN / "evenhand", "--demo",
                                    "--workspace", SHOP, "--seed", "1", "--speed", "6", "--language", "en"],
                                   env=environment(fake=False), stdout=log, stderr=log, start_new_session=True)
        time.sleep(seconds)
        for line in subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(process.pid)], capture_output=True,
                                   text=True).stdout.splitlines():
            if str(BIN / "evenhand") in line:
                os.kill(int(line.split()[0]), signal.SIGTERM)
        process.wait(60)
    now += datetime.timedelta(minutes=5)


class Service:
    """The HTTP API."""

    def __init__(self):
        made = json.loads(ctl("--json tokens create storefront --scopes all"))
        self.token, self.key = made["token"], made["signing"]
        self.port_file = FOLDER / "port"
        self.port_file.unlink(missing_ok=True)
        self.began = time.time()
        self.process = subprocess.Popen([BIN / "evenhandctl", "--workspace", SHOP, "serve", "--listen", "127.0.0.1:0",
                                         "--port-file", self.port_file], env=environment(),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.port_file.exists():
            time.sleep(0.05)
        self.base = f"http://127.0.0.1:{int(self.port_file.read_text())}"
        self.keys = 0
        while self.get("/readyz")[0] != 200:
            time.sleep(0.05)

    def ask(self, request):
        request.add_header("Authorization", "Bearer " + self.token)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or "{}")

    def get(self, path):
        return self.ask(urllib.request.Request(self.base + path))

    def post(self, path, body, codes=(200, 201), signed=False):
        text = json.dumps(body)
        request = urllib.request.Request(self.base + path, text.encode(), {"Content-Type": "application/json"})
        if signed:
            at = int((now - datetime.datetime(1970, 1, 1)).total_seconds() + time.time() - self.began)
            mark = hmac.new(self.key.encode(), f"{at}.{text}".encode(), hashlib.sha256).hexdigest()
            request.add_header("Evenhand-Signature", f"t={at},v1={mark}")
        else:
            self.keys += 1
            request.add_header("Idempotency-Key", f"make-{self.keys}")
        status, answer = self.ask(request)
        if status not in codes:
            sys.exit(f"{path} {text}: {status} {answer}")
        return answer

    def order(self, no, campus="north", user=None, lines=(("tea", 2, 150), ("bun", 1, 80)), draw=None):
        body = {"order_no": no, "user_id": user or "user-" + no, "campus_id": campus,
                "lines": [{"sku": sku, "quantity": count, "unit_price_minor": price} for sku, count, price in lines]}
        if draw:
            body["draw"] = draw
        return self.post("/v1/orders", body)["payable_minor"]

    def pay(self, no, amount, number=None):
        self.post("/v1/payments", {"payment_no": number or "P-" + no, "order_no": no, "amount_minor": amount},
                  signed=True)

    def assigned(self, no):
        """Its courier and epoch, once it has them."""
        for _ in range(200):
            order = self.get("/v1/orders/" + no)[1]
            if order.get("courier_id"):
                return order["courier_id"], order["epoch"]
            time.sleep(0.05)
        sys.exit(no + " was not assigned: " + json.dumps(order))

    def report(self, no, *kinds):
        courier, epoch = self.assigned(no)
        for kind in kinds:
            self.post(f"/v1/orders/{no}/reports",
                      {"kind": kind, "courier_id": courier, "epoch": epoch, "note": "nobody was there"})

    def back(self, no, number, sku="tea", units=1):
        self.post(f"/v1/orders/{no}/returns",
                  {"return_no": number, "lines": [{"sku": sku, "units": units}], "reason": "cold"})

    def end(self):
        global now
        time.sleep(2)  # webhooks are tried, the sale's orders are made
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        now += datetime.timedelta(seconds=time.time() - self.began + 30)


def shop(service, campaign):
    service.post("/v1/couriers", {"couriers": [
        {"courier_id": "ann", "campus_id": "north", "name": "Ann"},
        {"courier_id": "ben", "campus_id": "north", "name": "Ben 本", "phone": "+86 10 1"},
        {"courier_id": "off", "campus_id": "west", "name": "Nobody", "on_duty": False}]})
    service.post("/v1/products", {"products": [
        {"sku": "tea", "name": "Tea 茶", "unit_price_minor": 150, "stock": 200},
        {"sku": "bun", "name": "Bun, \"sweet\"", "unit_price_minor": 80, "stock": 200}]})
    for no in ("A01", "A02", "A03", "A14"):  # unpaid: waits, cancelled, paid late, its time runs out
        service.order(no)
    service.post("/v1/orders/A02/cancel", {"reason": "changed my mind"})
    service.post("/v1/orders/A03/cancel", {"reason": "twice"})
    service.pay("A03", 380)
    service.pay("nobody", 99, "P-unknown")
    service.pay("A04", service.order("A04", "west"))  # paid, and no courier there
    for no in ("A05", "A06", "A07", "A08", "A09", "A10", "A11", "A12", "A13", "A15"):
        service.pay(no, service.order(no))
    service.report("A06", "picked_up")
    for no in ("A07", "A08", "A09", "A10", "A11", "A12"):
        service.report(no, "picked_up", "delivered")
    service.report("A13", "picked_up", "failed")
    service.assigned("A15")
    service.post("/v1/orders/A15/cancel", {"reason": "out of stock after all"})
    for no in ("A08", "A09", "A10", "A11"):  # waits, is approved, is rejected, is received and paid
        service.back(no, "R-" + no)
    for user in range(1, 6):
        service.post("/v1/seckill/noon/attempts", {"user_id": f"guest-{user}"})
    for user in range(1, 4):
        service.post(f"/v1/campaigns/{campaign}/draws", {"user_id": f"lucky-{user}"})
    amount = service.order("A16", user="lucky-9", draw={"campaign_id": campaign})
    service.pay("A16", amount)
    service.assigned("A16")


def afterwards():
    ctl("timers run A12 A14 --reason", "made for tests")
    ctl("timers postpone A01 --by 2h --reason", "calls back")
    ctl("timers cancel A06 --reason", "on its way")
    ctl("reassign A05 --reason", "broken bicycle")
    ids = {row["return_no"]: str(row["id"]) for row in json.loads(ctl("--json returns list --limit 1000"))["returns"]}
    ctl("returns approve", ids["R-A09"], ids["R-A11"], "--reason", "as ordered")
    ctl("returns reject", ids["R-A10"], "--reason", "eaten", "--customer-note", "Nothing was left of it.")
    ctl("returns receive", ids["R-A11"])
    ctl("returns reasons set", "goodwill=Good will", seconds=0)
    ctl("refunds request A07 --amount 1.00 --key goodwill --reason-code goodwill --reason", "goodwill")
    refunds = json.loads(ctl("--json refunds list --limit 1000"))["refunds"]
    mine = {row["order_no"]: str(row["id"]) for row in refunds if row["order_no"].startswith("A")}
    ctl("refunds record-paid", mine["A11"], "--reference", "BANK-11", "--reason", "paid by hand")
    ctl("import orders -", given="order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name\n"
        "I1,u1,north,tea,1,1.50,2025-11-02T10:00:00Z,Tea\nI2,u2,north,bun,2,0.80,2025-11-02T11:00:00Z,Bun\n")
    ctl("couriers limit ben 7")
    ctl("policy set north load_limit=9 --reason", "the bicycles carry no more")
    ctl("roster set ann", "mon 09:00-12:00, 14:00-18:00; sat 22:00-06:00", "--reason", "as agreed")
    ctl("roster exception ann 2025-11-05 off --reason", "a day off")
    ctl("couriers edit off --name", "Nobody yet", "--phone", "+86 10 2")
    ctl("couriers disable off --reason", "has left")
    ctl("products add mug --name", "Mug 杯", *"--price 12.00 --stock 3 --low-stock 5".split())
    ctl("stock receive mug --units 2 --note", "from the fair")
    ctl("stock correct mug --units -1 --reason", "broken")
    ctl("products disable mug --reason", "sold out for good")
    ctl("alerts limits set --spread 30 --budget 50,80,95 --backup-age 2d", seconds=3)
    ctl("returns reasons set", "torn=Torn", "taste=Tastes bad", "--age-limit", "3d", seconds=3)
    ctl("returns rules set --window-days 30 --auto-approve-up-to 2.00 --auto-reasons torn --fee-percent 5", seconds=3)
    ctl("returns note", ids["R-A08"], "She sends a picture.", seconds=3)
    ctl("tasks hold webhook --reason", "the other side is moving")
    ctl("people add anna --name", "Anna 安娜", "--roles", "administrator", given=PASSWORD + "\n")
    secret = FOLDER / "password"
    secret.touch(0o600)
    secret.write_text(PASSWORD + "\n")
    ctl("--as anna people password", given=NEW_PASSWORD + "\n", EVENHAND_PASSWORD_FILE=str(secret))
    secret.write_text(NEW_PASSWORD + "\n")
    ctl("--as anna people add carl --roles dispatcher", given="seven blue umbrellas here\n",
        EVENHAND_PASSWORD_FILE=str(secret))
    ctl("returns assign", ids["R-A08"], "--to", "anna", seconds=3)
    ctl("--as carl timers list", codes=(1,), EVENHAND_PASSWORD_FILE=str(secret))  # the wrong password
    ctl("run --until-idle")
    ctl("backup", FOLDER / "shop.evenhand-backup")
    print(ctl("verify"))
    print(ctl("--json stats"))


def main():
    FOLDER.mkdir()
    (FOLDER / "home").mkdir(0o700)
    (FOLDER / "secrets").mkdir(0o700)
    server = None
    database = []
    if MARIADB:
        socket = FOLDER / "socket"
        subprocess.run(["mariadb-install-db", "--no-defaults", "--skip-test-db", f"--datadir={FOLDER / 'data'}",
                        "--auth-root-authentication-method=normal", "--user=root"], check=True, capture_output=True)
        server = subprocess.Popen(["mariadbd", "--no-defaults", f"--datadir={FOLDER / 'data'}", f"--socket={socket}",
                                   "--skip-networking", "--user=root"], stderr=subprocess.DEVNULL)
        while subprocess.run(["mariadb", "-uroot", f"--socket={socket}", "-e",
                              "CREATE DATABASE shop CHARACTER SET utf8mb4"], capture_output=True).returncode:
            time.sleep(0.2)
        database = ["--database", f"mysql://root@localhost/shop?socket={socket}"]
    try:
        ctl("init", *database)
        demo(int(os.environ.get("EVENHAND_MAKE_DEMO_S", 11)))
        ctl("refunds settings --provider manual --reason", "paid by hand from now on")
        ctl("webhooks create http://127.0.0.1:9/hook --allow-private --allow-plain --name till --events "
            "order.closed,refund.succeeded")
        ctl("import couriers -", given="courier_id,campus,name,phone,on_duty\nann,north,Ann,1,1\n")
        ctl("import products -", given="sku,name,unit_price,stock\ncup,A cup,9.90,50\n")
        times = [(now + datetime.timedelta(minutes=m)).strftime("%Y-%m-%dT%H:%M:%SZ") for m in (0, 30)]
        ctl(f"seckill set-up noon --voucher cup --campus north --price 1.90 --stock 4 --begin {times[0]} "
            f"--end {times[1]} --name", "Cups at noon")
        ctl("seckill start noon --reason", "as announced")
        campaign = json.loads(ctl("--json stats"))["campaigns"][0]["id"]
        service = Service()
        shop(service, campaign)
        service.end()
        afterwards()
        if MARIADB:
            dump = subprocess.run(["mariadb-dump", "-uroot", f"--socket={FOLDER / 'socket'}", "--skip-comments",
                                   "--hex-blob", "--no-tablespaces", "--order-by-primary", "shop"], check=True,
                                  stdout=subprocess.PIPE).stdout
            # Its first line is for newer clients only; older ones stumble over it.
            (FOLDER / "shop.sql").write_bytes(dump[dump.index(b"\n") + 1:] if dump.startswith(b"/*M!999999") else dump)
    finally:
        if server:
            server.terminate()
            server.wait()
    for place in (FOLDER / "secrets").glob("place*"):
        place.unlink()  # of this machine and this folder
    kept = ["shop", "shop/audit.anchor", "shop/work.mark", "shop.sql" if MARIADB else "shop/workspace.db", "secrets",
            *sorted(f"secrets/{file.name}" for file in (FOLDER / "secrets").iterdir())]
    subprocess.run(["tar", "-C", FOLDER, "--no-recursion", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0",
                    "--use-compress-program=gzip -9n", "-cf",
                    FOLDER / f"shop-{'mariadb' if MARIADB else 'sqlite'}.tar.gz", *kept], check=True)


main()
