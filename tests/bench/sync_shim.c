/* SPDX-License-Identifier: GPL-3.0-or-later
 * Preloaded into both sides of a durable benchmark: counts fsync() and fdatasync() and, if asked, makes each slower,
 * as on customers' disks.
 *   EVENHAND_SYNC_DELAY_US  microseconds added to every sync (default 0)
 *   EVENHAND_SYNC_COUNT     file whose first 8 bytes are the count, shared by all processes that name it
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static _Atomic uint64_t *counter;
static long delayUs;
static int (*realFsync)(int);
static int (*realFdatasync)(int);

__attribute__((constructor)) static void setUp(void) {
    realFsync = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    realFdatasync = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    const char *delay = getenv("EVENHAND_SYNC_DELAY_US");
    delayUs = delay ? atol(delay) : 0;
    const char *path = getenv("EVENHAND_SYNC_COUNT");
    if (path) {
        const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (fd >= 0 && ftruncate(fd, 8) == 0) {
            void *page = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
            counter = page == MAP_FAILED ? NULL : page;
        }
        if (fd >= 0) close(fd);
    }
}

static void account(void) {
    if (counter) ++*counter;
    if (delayUs > 0) {
        const struct timespec wait = {delayUs / 1000000, (delayUs % 1000000) * 1000};
        nanosleep(&wait, NULL);
    }
}

int fsync(int fd) {
    account();
    return realFsync(fd);
}

int fdatasync(int fd) {
    account();
    return realFdatasync(fd);
}
