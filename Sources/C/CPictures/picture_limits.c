#define _GNU_SOURCE
#include "picture_decoder.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define TERN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define TERN_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef TERN_ARCH
/// Limits system calls to reading, writing, memory and exit; others fail with EPERM. If the kernel does not support
/// filters (ENOSYS, EINVAL), only the resource limits apply; if it refuses, decoding is aborted.
/// - Returns: 0, or -1 if refused.
static int filter_calls(void) {
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TERN_ARCH, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(read), ALLOW(write), ALLOW(writev), ALLOW(exit), ALLOW(exit_group),
      ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise), ALLOW(brk),
      ALLOW(futex), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(getrandom), ALLOW(clock_gettime),
      // Crash reports need signal handling. Other processes cannot be signalled.
      ALLOW(rt_sigreturn), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(getpid), ALLOW(gettid),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (__u32)getpid(), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
#undef ALLOW
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) return 0;
  return errno == ENOSYS || errno == EINVAL ? 0 : -1;
}
#endif

/// Written if the process crashes or runs out of time.
static unsigned char crash_report[64];
static size_t crash_report_mark, crash_report_size;

static void end(int number) {
  crash_report[crash_report_mark] = number == SIGXCPU ? TERN_PICTURE_TOO_SLOW : TERN_PICTURE_CRASHED;
  crash_report[crash_report_mark + 4] = (unsigned char)number;
  ssize_t written = write(STDOUT_FILENO, crash_report, crash_report_size);
  _exit(written == (ssize_t)crash_report_size ? 0 : 70);
}

void tern_picture_report_crashes(const unsigned char *mark, size_t size) {
  static unsigned char stack[32 * 1024];
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU, SIGXFSZ};
  if (size + 24 > sizeof crash_report) return;
  memcpy(crash_report, mark, size);
  crash_report_mark = size;
  crash_report_size = size + 24;
  // The crash may be a stack overflow.
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = end;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
}

/// The address space in use, in bytes.
static size_t memory_in_use(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  unsigned long pages = 0;
  if (fscanf(file, "%lu", &pages) != 1) pages = 0;
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static int limit_between(int what, rlim_t warning, rlim_t most) {
  struct rlimit limit = {warning, most};
  return setrlimit(what, &limit);
}

static int limit(int what, rlim_t most) { return limit_between(what, most, most); }

int tern_picture_confine(size_t memory, int seconds) {
  size_t used = memory_in_use();
  int is_refused = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || limit(RLIMIT_CORE, 0) != 0 ||
                  limit(RLIMIT_FSIZE, 0) != 0 || limit(RLIMIT_NOFILE, 0) != 0 || limit(RLIMIT_NPROC, 0) != 0 ||
                  limit_between(RLIMIT_CPU, (rlim_t)seconds, (rlim_t)seconds + 1) != 0 || limit(RLIMIT_AS, used + memory) != 0;
  if (is_refused) return -1;
#ifdef TERN_ARCH
  return filter_calls();
#else
  return 0;
#endif
}
