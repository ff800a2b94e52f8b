#include "app/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "app/commands/commands.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/files/machines_file.hpp"
#include "app/options/own_files.hpp"
#include "app/ranks/ranks.hpp"
#include "app/relay/relay.hpp"
#include "app/window/features/files/open_file.hpp"
#include "app/window/shell/window.hpp"
#include "app/window/tour/run_tour.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/io/extension.hpp"
#include "core/io/part_file.hpp"
#include "core/link/machines.hpp"
#include "core/process/memory_limit.hpp"
#include "core/process/signals.hpp"
#include "core/process/thread_stack.hpp"
#include "core/process/thread_waiting.hpp"
#include "core/worker/own_prints.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr const char* description = R"(heteroscope: an oscilloscope for parallel execution.

Computes a problem on the CPU, the GPU or both, and shows what each way of computing it does to the
picture and to the time. Without a command the window opens, from the defaults, from what was done
last, on a workload, from a saved .json or a PNG that heteroscope wrote, or with an image as the
source.
)";

constexpr const char* program_footer = R"(
Exit codes:
  0  success
  1  verify found a mismatch, diff found differences, compare found a row slower than allowed
  2  bad input, or not enough memory or threads: one line on standard error names what is wrong and
     what would be right; nothing was overwritten
  3  a device failed during execution, or the process that computed crashed (--isolate)
  130  stopped by Ctrl-C: bench, lesson, tune and verify report and write what was done so far;
       render and movie keep finished pieces and frames for --resume

Examples:
  heteroscope                                     the window
  heteroscope histogram                           the window, on that workload
  heteroscope picture.png                         the window, with the settings of that picture
  heteroscope photo.jpg                           the window, with that image as input
  heteroscope list                                everything that can be chosen, and what this machine lacks
  heteroscope render mandelbrot --out out.png     one picture, without a window
  heteroscope render blur --source photo.jpg --out soft.png
  heteroscope movie mandelbrot --scene full --to spiral --frames 9 --out frame%d.png
  heteroscope verify mandelbrot                   compare all ways to compute it with the reference
  heteroscope study heat                          how the error falls with shorter steps
  heteroscope bench mandelbrot                    how fast each variant is
  heteroscope tune mandelbrot --budget 20s        find the fastest settings on this machine

`heteroscope COMMAND --help` explains a command.)";

constexpr std::array<std::string_view, 4> for_ranks{"render", "movie", "bench", "study"};

/// The first word is a command, an option, a workload or a file to open; anything else is misspelled.
void check_first_word(const CommandLine& line, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string word = argv[1];
  auto names = line.command_names();
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  if (known_workload(catalog(), word) != nullptr) return;
  const std::filesystem::path path(word);
  std::error_code error;
  if (extension_of(path) == ".json" || extension_of(path) == ".png" || std::filesystem::exists(path, error)) return;
  // no name of a command or of a workload has a dot or a slash
  if (path.has_extension() || path.has_parent_path())
    throw BadInput(fmt::format("cannot open {}: there is no such file", quote(word)));
  const std::string commands = fmt::format("{}", fmt::join(names, ", "));
  for (const Workload* each : catalog()) names.emplace_back(each->id);
  const std::string near = nearest(word, names);
  throw BadInput(
      fmt::format("'{}' is neither a command, nor a workload, nor a .json or .png file; {}commands: {}; workloads: {}",
                  excerpt(word), near.empty() ? "" : fmt::format("did you mean {}? ", near), commands,
                  list_ids(catalog(), [](const Workload* each) { return each->id; })));
}

/// `help` and `help COMMAND`, for those who try these first.
int print_help(const CommandLine& line, int argc, char** argv) {
  const auto names = line.command_names();
  if (argc > 3) throw BadInput(fmt::format("'{}' was not expected; see heteroscope --help", excerpt(argv[3])));
  if (argc == 3 && std::find(names.begin(), names.end(), argv[2]) == names.end()) {
    throw BadInput(fmt::format("'{}' is not a command; commands: {}", excerpt(argv[2]), fmt::join(names, ", ")));
  }
  print_out(line.help(argc == 3 ? std::optional<std::string>(argv[2]) : std::nullopt));
  flush_out();
  return exit_success;
}

int run(int argc, char** argv) {
  CommandLine line("heteroscope", build_text(build_facts()), description);
  Command& program = line.program();
  program.footer(program_footer);
  WindowOptions window;
  std::optional<std::filesystem::path> tour_folder;
  program
      .add_option("FILE", window.open,
                  "Open the window on a workload, with settings (.json, or a PNG that\nheteroscope wrote), or with "
                  "another image as the source")
      ->type_name("WORKLOAD|SETTINGS.json|PICTURE");
  program
      .add_option("--tour", tour_folder,
                  "Show the window in a short scripted tour, write its pictures and\ntimes to DIR, and exit")
      ->type_name("DIR");
  program
      .add_option("--display", window.display,
                  "How results of the GPU reach the screen: host (through host memory,\nwhere CUDA and OpenGL "
                  "cannot share), or a texture or buffer that\nboth share (default: the last choice)")
      ->type_name(display_ways);
  Action action = [&] {
    // Refused before a display is asked for.
    if (window.open) open_named(*window.open, default_settings(*catalog().front()), {}, catalog());
    return tour_folder ? run_tour(*tour_folder, window) : run_window(window);
  };
  add_list_command(program, action);
  add_render_command(program, action);
  add_movie_command(program, action);
  add_trace_command(program, action);
  add_profile_command(program, action);
  add_verify_command(program, action);
  add_bench_command(program, action);
  add_tune_command(program, action);
  add_compare_command(program, action);
  add_report_command(program, action);
  add_diff_command(program, action);
  add_study_command(program, action);
  add_lesson_command(program, action);
  add_new_command(program, action);
  add_machines_command(program, action);
  add_worker_command(program, action);
  add_describe_command(program, line, action);
  std::optional<std::string> memory_limit;
  line.add_common_option(
      "--memory-limit", memory_limit,
      fmt::format("Use at most this much host memory (1.5G, 800M, …; default: four\nfifths of what this process may "
                  "use, or {})",
                  memory::limit_variable),
      "BYTES");

  if (argc >= 2 && std::string_view(argv[1]) == "help") return print_help(line, argc, argv);
  check_first_word(line, argc, argv);
  if (!machine_in(argc, argv).empty()) leave_compiling_to_others();
  if (const std::optional<int> answered = line.parse(argc, argv)) return *answered;
  if (line.chose_command() && (window.open || tour_folder || window.display)) {
    const std::string word = tour_folder ? "--tour" : window.display ? "--display" : window.open->string();
    throw BadInput(fmt::format("'{}' is an option of the window, not of a command", excerpt(word)));
  }
  if (const std::string chosen = line.chosen();
      ranks() != nullptr && std::ranges::find(for_ranks, chosen) == for_ranks.end()) {
    throw BadInput(fmt::format("mpirun started {} ranks; {} can use them, but {} is for one process",
                               ranks()->world().count(), fmt::join(for_ranks, ", "),
                               chosen.empty() ? "the window" : chosen));
  }
  if (memory_limit) {
    memory::bytes_in(*memory_limit, "--memory-limit");
    ::setenv(memory::limit_variable, memory_limit->c_str(), 1);  // for the processes that `verify` starts, too
  }
  memory::limit();  // what is wrong with it is said before anything is done
  check_thread_stacks();
  set_machine_finder(find_machine);
  const std::optional<CommandElsewhere> elsewhere = command_elsewhere(line.chosen(), argc, argv);
  const int code = elsewhere ? relay(*elsewhere) : action();
  flush_out();
  return code;
}

ExitCode code_of(const Failure& failure) {
  const bool failed = failure.of_device() || failure.kind == Failure::Kind::variant_fault;
  return failed ? exit_device_failure : exit_bad_input;
}

int complain(const Failure& failure) {
  std::fflush(stdout);
  print_error("heteroscope", failure.line);
  return code_of(failure);
}

/// As one of several ranks. Rank 0 says how it ends, before any other does, and what mpirun exits with.
int run_rank(const Launch& launch, int argc, char** argv) {
  if (launch.rank > 0) be_silent();
  int code = exit_success;
  Failure failed = attempt([&] {
    take_own_share(launch);
    join_ranks(launch);
  });
  if (!failed) {
    failed = attempt([&] { code = run(argc, argv); });
    if (!ranks()->agreed()) failed = ranks()->agree_at_end(failed);
  }
  if (failed) code = complain(failed);
  if (ranks() != nullptr && attempt([] { ranks()->part(); })) ranks()->world().abort(exit_bad_input);
  return launch.rank == 0 ? code : exit_success;
}

std::atomic<bool> ended{false};

/// A library has called exit() before the program came to its end: OpenMP's does where the system gives it no thread,
/// after a line of its own, with a code that would say "differs".
void end_of_others() {
  if (!ended) _exit(exit_bad_input);
}

}  // namespace

int run_program(int argc, char** argv) {
  // ranks run beside each other, each on cores of its own
  if (launch_of_environment().count == 1) spin_shortly_beside_others(argv);
  std::atexit(end_of_others);
  int code = exit_success;
  const Failure failed = attempt([&] {
    fill_standard_streams();
    handle_signals(remove_part_files);
    const Launch launch = launch_of_environment();
    code = launch.count > 1 ? run_rank(launch, argc, argv) : run(argc, argv);
  });
  ended = true;
  tell_rest_of_printed();
  if (!failed) return code;
  return complain(failed);
}

}  // namespace heteroscope
