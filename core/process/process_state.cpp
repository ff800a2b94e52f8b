#include "core/process/process_state.hpp"

#include <locale.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <clocale>
#include <csignal>
#include <cstring>
#include <locale>
#include <string_view>
#include <utility>

namespace heteroscope {
namespace {

/// The signals of a set, each a bit: there are 64.
std::uint64_t bits_of(const sigset_t& signals) {
  std::uint64_t out = 0;
  static_assert(sizeof signals >= sizeof out);
  std::memcpy(&out, &signals, sizeof out);
  return out;
}

std::vector<std::uint64_t> limits_now() {
  std::vector<std::uint64_t> out;
  for (int which = 0; which < static_cast<int>(RLIM_NLIMITS); ++which) {
    rlimit each{};
    ::getrlimit(static_cast<__rlimit_resource>(which), &each);
    out.push_back(each.rlim_cur);
    out.push_back(each.rlim_max);
  }
  return out;
}

std::array<bool, 3> timers_now() {
  std::array<bool, 3> out{};
  for (const auto which : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    itimerval each{};
    ::getitimer(which, &each);
    out[static_cast<std::size_t>(which)] = each.it_value.tv_sec != 0 || each.it_value.tv_usec != 0;
  }
  return out;
}

/// LLVM's OpenMP notes there that it is in use. What it is asked for by (KMP_BLOCKTIME and others) is no library's.
bool is_of_library(std::string_view variable) {
  return variable.starts_with("__KMP_");
}

std::vector<std::string> environment_now() {
  std::vector<std::string> out;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    if (!is_of_library(*each)) out.emplace_back(*each);
  }
  std::ranges::sort(out);
  return out;
}

std::string directory_now() {
  std::array<char, PATH_MAX> path{};
  return ::getcwd(path.data(), path.size()) == nullptr ? std::string() : std::string(path.data());
}

/// It can only be read by setting it: meanwhile new files are this person's alone.
mode_t umask_now() {
  constexpr mode_t own_alone = 077;
  const mode_t out = ::umask(own_alone);
  ::umask(out);
  return out;
}

std::uint64_t blocked_now() {
  sigset_t out;
  ::sigemptyset(&out);
  ::pthread_sigmask(SIG_BLOCK, nullptr, &out);
  return bits_of(out);
}

}  // namespace

ProcessState::Affinity ProcessState::affinity_now() {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  ::sched_getaffinity(0, sizeof processors, &processors);
  Affinity out;
  static_assert(sizeof out == sizeof processors);
  std::memcpy(out.data(), &processors, sizeof processors);
  return out;
}

std::vector<ProcessState::SignalHandler> ProcessState::handlers_now() {
  std::vector<SignalHandler> out;
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    struct sigaction each = {};
    if (::sigaction(signal, nullptr, &each) != 0) continue;  // the C library's own
    out.push_back({.function = reinterpret_cast<std::uintptr_t>(each.sa_sigaction),
                   .flags = each.sa_flags,
                   .blocked = bits_of(each.sa_mask)});
    if (each.sa_handler != SIG_DFL && each.sa_handler != SIG_IGN) continue;
    // what says how a handler is called, and std::signal() leaves there, means nothing without one
    out.back().flags &= SA_NOCLDSTOP | SA_NOCLDWAIT;
    out.back().blocked = 0;
  }
  return out;
}

ProcessState::OpenMpSettings::OpenMpSettings()
    : threads(omp_get_max_threads()), levels(omp_get_max_active_levels()), dynamic(omp_get_dynamic()) {
  omp_sched_t kind{};
  omp_get_schedule(&kind, &chunk);
  schedule = static_cast<int>(kind);
}

void ProcessState::OpenMpSettings::put_back() const {
  omp_set_num_threads(threads);
  omp_set_max_active_levels(levels);
  omp_set_dynamic(dynamic);
  omp_set_schedule(static_cast<omp_sched_t>(schedule), chunk);
}

ProcessState::ProcessState()
    : limits_(limits_now()),
      affinity_(affinity_now()),
      priority_{::getpriority(PRIO_PROCESS, 0), ::sched_getscheduler(0)},
      locale_{std::setlocale(LC_ALL, nullptr), std::locale().name()},
      locale_of_thread_(reinterpret_cast<std::uintptr_t>(::uselocale(nullptr))),
      handlers_(handlers_now()),
      blocked_signals_(blocked_now()),
      timers_(timers_now()),
      umask_(umask_now()),
      directory_(directory_now()),
      environment_(environment_now()),
      huge_pages_(::prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0)) {}

/// Where the environment asks OpenMP to bind its threads each of them has its own place.
bool ProcessState::team_has_affinity(int threads) const {
  if (omp_get_proc_bind() != omp_proc_bind_false) return true;
  bool same = true;
#pragma omp parallel num_threads(threads) reduction(&& : same)
  same = affinity_now() == affinity_ && same;
  return same;
}

std::string ProcessState::changed(int threads) const {
  open_mp_.put_back();
  const ProcessState now;
  const std::pair<bool, std::string_view> all[] = {
      {limits_ == now.limits_, "a limit of its process (setrlimit)"},
      {affinity_ == now.affinity_ && team_has_affinity(threads), "which processors threads may run on"},
      {priority_ == now.priority_, "the priority of the thread that called it"},
      {locale_ == now.locale_ && locale_of_thread_ == now.locale_of_thread_, "the locale"},
      {handlers_ == now.handlers_, "how a signal is handled"},
      {blocked_signals_ == now.blocked_signals_, "which signals the thread that called it takes"},
      {timers_ == now.timers_, "whether a timer sends signals (setitimer)"},
      {umask_ == now.umask_, "the permissions of new files (umask)"},
      {directory_ == now.directory_, "the working directory"},
      {environment_ == now.environment_, "the environment"},
      {huge_pages_ == now.huge_pages_, "whether memory may be in huge pages"}};
  for (const auto& [same, what] : all) {
    if (!same) return std::string(what);
  }
  return {};
}

}  // namespace heteroscope
