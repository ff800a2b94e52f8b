// Runs the program again and again, each time with another call failing, and looks at how it ends: with a promised exit
// code, one line where it is not 0, files that are old or whole, and nothing left beside them.
//
//   heteroscope_faults PROGRAM [--for SECONDS] [--seed N] [--all] [--part K/N] [--only NAME]
//
// --part 2/8: the second of eight parts of what there is to try, for eight processors.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/faults/scenarios.hpp"

namespace {

namespace fs = std::filesystem;
using heteroscope::faults::Scenario;
using heteroscope::faults::scenarios;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds patience{60};

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Ended {
  int code = -1;
  int signal = 0;
  bool timed_out = false;
  std::string words;  ///< on standard error
};

Ended run(const fs::path& program, const Scenario& scenario, const fs::path& folder, const std::string& fault,
          const fs::path& counts) {
  const fs::path errors = folder / ".." / "stderr.txt";
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), scenario.arguments.begin(), scenario.arguments.end());
  std::vector<char*> arguments;
  for (std::string& each : words) arguments.push_back(each.data());
  arguments.push_back(nullptr);
  std::vector<std::string> variables;
  for (char** each = environ; *each != nullptr; ++each) variables.emplace_back(*each);
  variables.emplace_back("OMP_WAIT_POLICY=passive");
  variables.emplace_back("HETEROSCOPE_EXPORT_DIR=session");
  variables.push_back(fmt::format("HETEROSCOPE_FAKE_GPUS={}", scenario.gpus));
  if (!fault.empty()) variables.push_back("HETEROSCOPE_FAULT=" + fault);
  if (!counts.empty()) variables.push_back("HETEROSCOPE_FAULT_COUNTS=" + counts.string());
  std::vector<char*> environment;
  for (std::string& each : variables) environment.push_back(each.data());
  environment.push_back(nullptr);

  const pid_t child = fork();
  if (child == 0) {
    if (::chdir(folder.c_str()) != 0) _exit(99);
    const int nothing = ::open("/dev/null", O_RDWR);
    const int said = ::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ::dup2(nothing, 0);
    ::dup2(nothing, 1);
    ::dup2(said, 2);
    ::execve(program.c_str(), arguments.data(), environment.data());
    _exit(99);
  }
  Ended out;
  int status = 0;
  const auto start = Clock::now();
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() - start > patience) {
      out.timed_out = true;
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (WIFEXITED(status)) out.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) out.signal = WTERMSIG(status);
  out.words = contents(errors);
  return out;
}

struct Calls {
  long all = 0;
  std::vector<long> of_places;
};

std::map<std::string, Calls> read_counts(const fs::path& path) {
  std::map<std::string, Calls> out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind;
    Calls calls;
    words >> kind >> calls.all;
    for (long first = 0; words >> first;) calls.of_places.push_back(first);
    std::ranges::sort(calls.of_places);
    out[kind] = calls;
  }
  return out;
}

/// One way in which a scenario is made to fail.
struct Trial {
  const Scenario* scenario = nullptr;
  std::string kind;
  std::string fault;
};

class Harness {
 public:
  Harness(fs::path program, fs::path folder) : program_(std::move(program)), folder_(std::move(folder)) {
    fs::create_directories(folder_);
  }

  /// What the clean run writes, and how many calls it makes. Throws where it fails.
  void measure(const Scenario& scenario) {
    prepare(scenario);
    const fs::path counts = folder_ / "counts.txt";
    const Ended ended = run(program_, scenario, work(), {}, counts);
    if (ended.signal != 0 || std::ranges::find(scenario.codes, ended.code) == scenario.codes.end() || ended.code >= 2) {
      throw std::runtime_error(fmt::format("{} fails without a fault: {} {}", scenario.name, ended.code, ended.words));
    }
    counts_[scenario.name] = read_counts(counts);
  }

  std::vector<Trial> trials(const Scenario& scenario) const {
    std::vector<Trial> out;
    for (const auto& [kind, calls] : counts_.at(scenario.name)) {
      std::vector<long> numbers = calls.of_places;
      if (scenario.every_call) {
        numbers.clear();
        for (long n = 1; n <= calls.all; ++n) numbers.push_back(n);
      }
      for (const long n : numbers) out.push_back({&scenario, kind, fmt::format("{}:{}", kind, n)});
      // short of it from some call on, not only once
      for (std::size_t i = 0; i < numbers.size(); i += 7)
        out.push_back({&scenario, kind, fmt::format("{}:{}+", kind, numbers[i])});
    }
    return out;
  }

  /// What is wrong with how it ends; empty if nothing is.
  std::string wrong(const Trial& trial) {
    const Scenario& scenario = *trial.scenario;
    prepare(scenario);
    const Ended ended = run(program_, scenario, work(), trial.fault, {});
    ++runs_[trial.kind];
    if (ended.timed_out) return "it hangs";
    if (ended.signal != 0) return fmt::format("signal {}: {}", ended.signal, ended.words);
    if (std::ranges::find(scenario.codes, ended.code) == scenario.codes.end()) {
      return fmt::format("exit code {}: {}", ended.code, ended.words);
    }
    if (const std::string lines = wrong_lines(ended, scenario); !lines.empty()) return lines;
    return wrong_files(ended, scenario);
  }

  [[nodiscard]] const std::map<std::string, long>& runs() const { return runs_; }
  [[nodiscard]] const std::map<std::string, std::map<std::string, Calls>>& counts() const { return counts_; }

 private:
  [[nodiscard]] fs::path work() const { return folder_ / "work"; }

  /// A folder with the inputs, and an older file where each output goes.
  void prepare(const Scenario& scenario) {
    fs::remove_all(work());
    fs::create_directories(work());
    fs::copy_file(folder_ / "in.png", work() / "in.png");
    fs::copy_file(folder_ / "other.png", work() / "other.png");
    for (const std::string& each : scenario.outputs) std::ofstream(work() / each) << older;
  }

  static std::string wrong_lines(const Ended& ended, const Scenario& scenario) {
    std::istringstream words(ended.words);
    std::set<std::string> own;  // a process that was started for a part of the work says the same
    int of_openmp = 0;
    for (std::string line; std::getline(words, line);) {
      if (line.empty()) continue;
      if (line.starts_with("heteroscope: ")) {
        own.insert(line);
      } else if (line.starts_with("libgomp: ")) {
        ++of_openmp;
      } else if (!scenario.window) {
        return "an unexpected line: " + line;
      }
    }
    if (ended.code >= 2 && own.empty() && of_openmp == 0) return fmt::format("exit code {} without a line", ended.code);
    if (ended.code >= 2 && own.size() > 1) return "several lines: " + ended.words;
    return {};
  }

  std::string wrong_files(const Ended& ended, const Scenario& scenario) {
    std::set<std::string> known{"in.png", "other.png"};
    known.insert(scenario.outputs.begin(), scenario.outputs.end());
    if (scenario.window) known.insert("session");
    for (const auto& entry : fs::directory_iterator(work())) {
      const std::string name = entry.path().filename().string();
      const auto left = std::ranges::find(scenario.left, name, &heteroscope::faults::Left::name);
      if (left != scenario.left.end() && ended.code >= 2) {
        if (left->json && !is_whole("left.json", contents(entry.path()))) return name + " is not whole";
        continue;
      }
      if (!known.contains(name)) return "left behind: " + name;
    }
    for (const std::string& each : scenario.outputs) {
      const std::string now = contents(work() / each);
      const bool whole = now != older && !now.empty() && is_whole(each, now);
      if (now != older && !whole) return fmt::format("{} is neither old nor whole ({} bytes)", each, now.size());
      if (ended.code < 2 && now == older) return fmt::format("exit code {}, and {} is the old one", ended.code, each);
      if (ended.code >= 2 && now != older) return fmt::format("exit code {}, and {} was written", ended.code, each);
    }
    if (!scenario.window || !fs::exists(work() / "session")) return {};
    for (const auto& entry : fs::directory_iterator(work() / "session")) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(".") || !is_whole(name, contents(entry.path()))) return name + " is not whole";
    }
    return {};
  }

  static bool is_whole(const std::string& name, const std::string& bytes) {
    if (name.ends_with(".png")) return bytes.starts_with("\x89PNG") && bytes.find("IEND") != std::string::npos;
    if (name.ends_with(".npy")) return bytes.starts_with("\x93NUMPY");
    return bytes.ends_with("\n");
  }

  static constexpr const char* older = "an older file";
  fs::path program_;
  fs::path folder_;
  std::map<std::string, std::map<std::string, Calls>> counts_;
  std::map<std::string, long> runs_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "heteroscope_faults PROGRAM [--for SECONDS] [--seed N] [--all] [--part K/N] [--only NAME]\n";
    return 2;
  }
  double seconds = 20;
  unsigned seed = 1;
  bool all = false;
  std::string only;
  std::size_t part = 1;
  std::size_t parts = 1;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--all") all = true;
    if (word == "--for" && i + 1 < argc) seconds = std::atof(argv[++i]);
    if (word == "--seed" && i + 1 < argc) seed = static_cast<unsigned>(std::atoi(argv[++i]));
    if (word == "--only" && i + 1 < argc) only = argv[++i];
    if (word == "--part" && i + 1 < argc && std::sscanf(argv[++i], "%zu/%zu", &part, &parts) != 2) parts = 0;
  }
  if (part < 1 || part > parts) {
    std::cerr << "heteroscope_faults: --part wants K/N, such as 2/8\n";
    return 2;
  }
  const fs::path program = fs::absolute(argv[1]);
  std::string pattern = (fs::temp_directory_path() / "heteroscope-faults-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    std::cerr << "no temporary folder\n";
    return 2;
  }
  const fs::path folder = pattern;
  int failures = 0;
  try {
    for (const char* each : {"in.png", "other.png"}) {
      const Scenario make{.name = "make",
                          .arguments = {"render", "mandelbrot", "--size", "9x7", "--set",
                                        std::string(each) == "in.png" ? "max_iterations=20" : "max_iterations=30",
                                        "--out", (folder / each).string()},
                          .outputs = {},
                          .codes = {0}};
      fs::create_directories(folder / "work");
      if (run(program, make, folder / "work", {}, {}).code != 0) throw std::runtime_error("the inputs cannot be made");
    }
    Harness harness(program, folder);
    const std::vector<Scenario> known = scenarios();
    std::vector<Trial> trials;
    for (const Scenario& each : known) {
      if (!only.empty() && each.name != only) continue;
      const char* const display = std::getenv("DISPLAY");
      if (each.window && (display == nullptr || *display == '\0')) {
        fmt::print("skipped: {}, for want of a display\n", each.name);
        continue;
      }
      harness.measure(each);
      const std::vector<Trial> more = harness.trials(each);
      trials.insert(trials.end(), more.begin(), more.end());
    }
    std::size_t of_part = 0;
    for (std::size_t i = part - 1; i < trials.size(); i += parts) trials[of_part++] = trials[i];
    trials.resize(of_part);
    if (!all) std::shuffle(trials.begin(), trials.end(), std::mt19937(seed));
    const auto start = Clock::now();
    std::size_t done = 0;
    for (const Trial& each : trials) {
      if (!all && std::chrono::duration<double>(Clock::now() - start).count() > seconds) break;
      ++done;
      const std::string wrong = harness.wrong(each);
      if (wrong.empty()) continue;
      ++failures;
      fmt::print("FAILED {} with HETEROSCOPE_FAULT={}: {}\n", each.scenario->name, each.fault, wrong.substr(0, 300));
      std::fflush(stdout);
    }
    fmt::print("{} of {} faults tried, {} ended badly\n", done, trials.size(), failures);
    for (const auto& [kind, runs] : harness.runs()) {
      long calls = 0;
      for (const auto& [name, counts] : harness.counts()) {
        if (const auto found = counts.find(kind); found != counts.end()) calls += found->second.all;
      }
      fmt::print("  {:7} {:6} runs, {:6} calls in the clean runs\n", kind, runs, calls);
    }
    if (done == 0) failures = 1;
  } catch (const std::exception& failure) {
    std::cerr << "heteroscope_faults: " << failure.what() << '\n';
    failures = 1;
  }
  fs::remove_all(folder);
  return failures == 0 ? 0 : 1;
}
