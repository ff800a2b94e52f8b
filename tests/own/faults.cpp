#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/options/own_files.hpp"
#include "app/program.hpp"
#include "core/base/failure.hpp"
#include "core/base/number_text.hpp"
#include "core/own/compile/nvrtc_process.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "core/worker/time_limit.hpp"
#include "core/worker/worker_process.hpp"
#include "kernels/registry.hpp"
#include "tests/own/fault_files.hpp"
#include "tests/unit/temporary_folder.hpp"

/// Seeded faults of variants of a person's own: `heteroscope_own_faults --count N --seed S [--gpu]`. Each must end in
/// one line that names the file, with this process alive, the next good variant right, and nothing left behind.
namespace heteroscope::testing {
namespace {

namespace fs = std::filesystem;

constexpr int exit_skipped = 77;

Plan plan_of(std::string_view variant, bool gpu, Precision precision) {
  const Workload& workload = find_workload(catalog(), "binarize");
  Settings settings = default_settings(workload);
  settings.problem.size = {61, 47};
  settings.problem.source = {.id = "noise", .number = 1};
  settings.problem.precision = precision;
  settings.execution.processor = gpu ? Processor::gpu : Processor::cpu;
  settings.execution.threads = 2;
  if (!variant.empty()) choose_variant(settings, workload, fmt::format("threshold={}", variant));
  const Planned out = plan(settings, catalog(), device::all());
  if (!out) throw BadInput(out.refusal);
  return *out.plan;
}

std::ptrdiff_t open_descriptors() {
  const fs::directory_iterator all("/proc/self/fd");
  return std::distance(begin(all), end(all));
}

/// Returns the names of this program's folders among the temporary ones.
std::set<std::string> temporary_folders() {
  std::set<std::string> out;
  for (const auto& each : fs::directory_iterator(fs::temp_directory_path())) {
    std::string name = each.path().filename().string();
    if (name.starts_with("heteroscope-")) out.insert(std::move(name));
  }
  return out;
}

/// What this process has open, and its temporary folders with those of its workers. The memory that it shares with
/// workers has no name: it is gone with the last descriptor.
struct Left {
  std::ptrdiff_t descriptors = open_descriptors();
  std::set<std::string> folders = temporary_folders();
  bool operator==(const Left&) const = default;
};

/// Waits until all children have ended, those that have lost their parent as well. Returns false if one has not after a
/// minute.
bool all_children_end() {
  struct sigaction wake {};
  wake.sa_handler = [](int) {};  // SIGALRM interrupts the wait
  ::sigaction(SIGALRM, &wake, nullptr);
  constexpr unsigned patience_s = 60;
  ::alarm(patience_s);
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
  const bool all = errno == ECHILD;
  ::alarm(0);
  return all;
}

bool says(std::string_view line, const FaultKind& kind) {
  return line.find(kind.words) != line.npos || (!kind.looked.empty() && line.find(kind.looked) != line.npos);
}

class Session {
 public:
  Session(bool gpu, std::uint64_t seed) : gpu_(gpu), random_(seed) {
    write("good", good_file(gpu));
    run(plan_of("", false, Precision::fp32));
    executor_.reset();
    NvrtcProcess::get().rest();
    before_ = Left{};
  }

  /// Returns what is wrong; empty: nothing.
  std::string check_one() {
    const std::vector<FaultKind> kinds = gpu_ ? gpu_fault_kinds() : cpu_fault_kinds();
    const FaultKind& kind = kinds[random_() % kinds.size()];
    const bool behind = random_() % 2 == 1;
    const int call = static_cast<int>(random_() % 3);
    const Precision precision = random_() % 2 == 0 ? Precision::fp32 : Precision::fp64;
    const std::string file = write(fmt::format("{}_{}{}", kind.id, behind ? "behind" : "ahead", call),
                                   faulty_file(kind, gpu_, behind, call));
    // what never ends is waited for; what faults may be told late where others fault, too
    const bool never_ends = kind.words == "did not end within";
    ::setenv(own_limit_variable, never_ends ? "3" : "120", 1);
    std::string wrong;
    // the first frames may be right
    Failure failure;
    for (int frame = 0; frame <= call && !failure; ++frame)
      failure = attempt([&] { run(plan_of(file, gpu_, precision)); });
    if (!failure) wrong = "nothing was said";
    // a compiler's message begins with the file's path
    const std::size_t folder =
        failure.line.starts_with('/') ? failure.line.substr(0, failure.line.find(':')).rfind('/') + 1 : 0;
    if (failure &&
        !(failure.line.substr(folder).starts_with(file + ":") && failure.line.find('\n') == std::string::npos))
      wrong = "it is not one line that begins with the file: ";
    if (failure && !says(failure.line, kind)) wrong = fmt::format("it does not say '{}': ", kind.words);
    if (wrong.empty()) wrong = wrong_good(precision);
    if (wrong.empty()) wrong = left_behind();
    return wrong.empty() ? "" : fmt::format("{}, {}: {}{}", file, id_of(precision), wrong, failure.line);
  }

 private:
  std::string write(const std::string& name, const std::string& text) {
    std::string file = name + (gpu_ ? ".cu" : ".cpp");
    const fs::path path = folder_.path() / file;
    if (fs::exists(path)) return file;
    std::ofstream(path) << text;
    open_own_file(path);
    return file;
  }

  Frame run(const Plan& plan) {
    if (!executor_) executor_.emplace();
    return executor_->execute(plan, WholeRun{}).value();
  }

  /// The next good variant has the reference's bits, in the same process.
  std::string wrong_good(Precision precision) {
    const Frame expected = run(plan_of("", false, precision));
    const Frame found = run(plan_of(gpu_ ? "good.cu" : "good.cpp", gpu_, precision));
    const Field host = found.field.with_host_copy();
    return compare(expected.field.host_view(), host.host_view()).differing == 0 ? "" : "the next picture is wrong; ";
  }

  std::string left_behind() {
    executor_.reset();
    NvrtcProcess::get().rest();
    if (!all_children_end()) return "processes are left; ";
    const Left now;
    if (now == before_) return {};
    return fmt::format("descriptors: {} instead of {}, temporary folders: {} instead of {}; ", now.descriptors,
                       before_.descriptors, fmt::join(now.folders, " "), fmt::join(before_.folders, " "));
  }

  bool gpu_;
  std::mt19937_64 random_;
  TemporaryFolder folder_;
  std::optional<Executor> executor_;
  Left before_;
};

int run(int count, std::uint64_t seed, bool gpu) {
  if (gpu && !device::facts().available) {
    fmt::print("there is no GPU here\n");
    return exit_skipped;
  }
  // a process that loses its parent becomes a child of this one, which can wait for it
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const TemporaryFolder temporary;  // of this program alone
  ::setenv("TMPDIR", temporary.path().c_str(), 1);
  Session session(gpu, seed);
  int failed = 0;
  for (int i = 0; i < count; ++i) {
    const std::string wrong = session.check_one();
    if (!wrong.empty()) {
      ++failed;
      fmt::print("fault {} of seed {}: {}\n", i, seed, wrong);
    }
    constexpr int told = 10;
    if ((i + 1) % told == 0)
      fmt::print("{} of {} faults of seed {}: {} not as they should be\n", i + 1, count, seed, failed);
    std::fflush(stdout);
  }
  fmt::print("{} faults of variants on the {} with seed {}: {} not as they should be\n", count, gpu ? "GPU" : "CPU",
             seed, failed);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int run_words(int argc, char** argv) {
  int count = 1000;
  std::uint64_t seed = 1;
  bool gpu = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view value = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--gpu") {
      gpu = true;
    } else if (word == "--count" && number_from<int>(value)) {
      count = *number_from<int>(value);
      ++i;
    } else if (word == "--seed" && number_from<std::uint64_t>(value)) {
      seed = *number_from<std::uint64_t>(value);
      ++i;
    } else {
      fmt::print(stderr, "usage: heteroscope_own_faults [--count N] [--seed S] [--gpu]\n");
      return 2;
    }
  }
  return run(count, seed, gpu);
}

}  // namespace
}  // namespace heteroscope::testing

int main(int argc, char** argv) {
  using namespace heteroscope;
  if (argc > 1 && argv[1] == worker_command) return run_program(argc, argv);
  int out = EXIT_FAILURE;
  const Failure failure = attempt([&] { out = testing::run_words(argc, argv); });
  if (failure) fmt::print(stderr, "{}\n", failure.line);
  return out;
}
