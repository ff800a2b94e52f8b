#include "core/serving/confinement.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/io/descriptor.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;

constexpr rlim_t most_file_bytes = rlim_t{1} << 30;
constexpr int most_oom_score = 1000;  // first to go

/// What limit_process() has lowered, as it was before.
struct Before {
  std::vector<std::pair<__rlimit_resource_t, rlimit>> limits;
  std::string oom_score;  ///< "" where it has not been changed
};

Before& before() {
  static Before out;
  return out;
}

/// Lowers the soft limit, and the hard one where that is to last; never raises one.
void lower(__rlimit_resource_t resource, rlim_t most, Limits how) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return;
  before().limits.emplace_back(resource, now);
  if (how == Limits::for_good) now.rlim_max = std::min(now.rlim_max, most);
  now.rlim_cur = std::min({now.rlim_cur, now.rlim_max, most});
  setrlimit(resource, &now);
}

/// Source of the file: proc(5).
constexpr const char* oom_score_file = "/proc/self/oom_score_adj";

/// Returns how many threads all processes of the system have; 0 if it does not say. Source: proc(5), /proc/loadavg.
rlim_t threads_of_system() {
  std::ifstream file("/proc/loadavg");
  std::string word;
  for (int i = 0; i < 4; ++i) file >> word;
  const std::size_t slash = word.find('/');
  if (!file || slash == std::string::npos) return 0;
  rlim_t out = 0;
  for (const char each : word.substr(slash + 1)) {
    if (each < '0' || each > '9') return 0;
    out = out * 10 + static_cast<rlim_t>(each - '0');
  }
  return out;
}

// Rights that later versions of the kernel's header name.
constexpr std::uint64_t refer = std::uint64_t{1} << 13;     // since version 2 of Landlock
constexpr std::uint64_t truncate = std::uint64_t{1} << 14;  // since version 3

constexpr std::uint64_t write_files = LANDLOCK_ACCESS_FS_WRITE_FILE;
constexpr std::uint64_t change_folders =
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

/// A set of rules: which rights are taken away, and below which places they are not.
class Ruleset {
 public:
  Ruleset() {
    const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return;
    if (version >= 2) on_folders_ |= refer;
    if (version >= 3) on_files_ |= truncate;
    landlock_ruleset_attr taken{};
    taken.handled_access_fs = on_folders_ | on_files_;
    // of the header's struct only what the first version has
    set_ =
        Descriptor(static_cast<int>(syscall(SYS_landlock_create_ruleset, &taken, sizeof taken.handled_access_fs, 0)));
  }

  /// Leaves the rights below a folder, or those of a file. False: it is there, and the kernel takes no rule for it.
  bool leave(const fs::path& place) {
    std::error_code gone;
    const bool folder = fs::is_directory(place, gone);
    const Descriptor at(::open(place.c_str(), O_PATH | O_CLOEXEC));
    if (gone || !at.is_open()) return true;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = folder ? on_folders_ | on_files_ : on_files_;
    rule.parent_fd = at.get();
    return syscall(SYS_landlock_add_rule, set_.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  }

  /// A process that may not gain rights by starting other programs may confine itself.
  [[nodiscard]] bool enforce() const {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, set_.get(), 0) == 0;
  }
  [[nodiscard]] bool exists() const { return set_.is_open(); }

 private:
  std::uint64_t on_folders_ = change_folders;
  std::uint64_t on_files_ = write_files;
  Descriptor set_;
};

/// The places outside of a worker's own folders that it writes to: memory that processes share, the devices that
/// swallow output, and those of NVIDIA's driver, also as WSL has it.
std::vector<fs::path> devices() {
  std::vector<fs::path> out{"/dev/shm", "/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/dxg", "/dev/dri"};
  std::error_code failed;
  for (fs::directory_iterator each("/dev", failed), end; !failed && each != end; each.increment(failed)) {
    if (each->path().filename().string().starts_with("nvidia")) out.push_back(each->path());
  }
  return out;
}

}  // namespace

void lead_group() {
  setpgid(0, 0);
}

void limit_process(Limits how) {
  before() = {};
  lower(RLIMIT_CORE, 0, how);
  lower(RLIMIT_FSIZE, most_file_bytes, how);
  // the limit counts all threads of the user, and other programs start some, too
  constexpr rlim_t more_threads = 2048;
  if (const rlim_t now = threads_of_system(); now > 0)
    lower(RLIMIT_NPROC, now + more_threads + 8 * std::thread::hardware_concurrency(), how);
  std::ifstream(oom_score_file) >> before().oom_score;
  std::ofstream(oom_score_file) << most_oom_score;
}

LimitsLifted::LimitsLifted() {
  for (const auto& [resource, was] : before().limits) {
    rlimit now{};
    getrlimit(resource, &now);
    lowered_.emplace_back(resource, now);
    now.rlim_cur = std::min(was.rlim_cur, now.rlim_max);
    setrlimit(resource, &now);
  }
  if (!before().oom_score.empty()) std::ofstream(oom_score_file) << before().oom_score;
}

LimitsLifted::~LimitsLifted() {
  for (const auto& [resource, now] : lowered_) setrlimit(resource, &now);
  if (!before().oom_score.empty()) std::ofstream(oom_score_file) << most_oom_score;
}

void end_group() {
  if (getpgrp() == getpid()) ::kill(0, SIGKILL);
}

void end_now(int code) {
  end_group();
  std::_Exit(code);
}

bool confine_writes(const std::vector<fs::path>& folders) {
  Ruleset rules;
  if (!rules.exists()) return false;
  std::vector<fs::path> places = devices();
  places.insert(places.end(), folders.begin(), folders.end());
  return std::ranges::all_of(places, [&](const fs::path& each) { return rules.leave(each); }) && rules.enforce();
}

}  // namespace heteroscope
