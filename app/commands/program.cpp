#include "app/commands/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <new>

#include "app/commands/commands.hpp"
#include "app/commands/console.hpp"
#include "app/window/open_file.hpp"
#include "app/window/window.hpp"
#include "core/error.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr const char* description = R"(heteroscope: an oscilloscope for parallel execution.

Computes a problem on the CPU, the GPU or both, and shows what each way of computing it does to the
picture and to the time. Without a command the window opens, from the defaults, from what was done
last, from a saved .json or a PNG that heteroscope wrote, or with an image as the source.
)";

constexpr const char* footer = R"(
Exit codes:
  0  success
  1  verify found a mismatch, diff found differences
  2  bad input: one line on standard error names it and what would be right; nothing was overwritten
  3  a device failed during execution

Examples:
  heteroscope                                     the window
  heteroscope picture.png                         the window, as it was when that picture was exported
  heteroscope photo.jpg                           the window, with that image as the source
  heteroscope list                                what there is to choose from, and what this machine lacks
  heteroscope render mandelbrot --out out.png     one picture, without a window
  heteroscope render blur --source photo.jpg --out soft.png
  heteroscope verify mandelbrot                   every way to compute it, against the reference
  heteroscope study heat                          how its error falls with shorter steps
  heteroscope bench mandelbrot                    how fast each variant is, as a share of the ceiling

`heteroscope COMMAND --help` explains a command.)";

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* each : program.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(each->get_name());
  }
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : fmt::format(", did you mean {}?", near);
}

/// The first word is a command, an option, or a file to open; anything else is a misspelled command.
void check_first_word(const CLI::App& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string word = argv[1];
  const auto names = command_names(program);
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  const std::filesystem::path path(word);
  std::error_code error;
  if (path.extension() == ".json" || path.extension() == ".png" || std::filesystem::exists(path, error)) return;
  const std::string near = nearest(word, names);
  throw BadInput(fmt::format("'{}' is neither a command nor a .json or .png file; {}commands: {}", word,
                             near.empty() ? "" : fmt::format("did you mean {}? ", near), fmt::join(names, ", ")));
}

const CLI::App& chosen(const CLI::App& program) {
  const auto parsed = program.get_subcommands();
  return parsed.empty() ? program : *parsed.front();
}

/// What is wrong with the words, as one line that names the offending one.
std::string explain(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = chosen(program);
  const std::string prefix = &program == &command ? "" : command.get_name() + ": ";
  const std::string help =
      fmt::format("; see heteroscope {}--help", &program == &command ? "" : command.get_name() + " ");
  const std::vector<std::string> words = program.remaining(true);
  // A misspelled option comes first: what else is missing may be missing because of it.
  const auto option = std::find_if(words.begin(), words.end(), [](const auto& w) { return w.starts_with("-"); });
  if (option != words.end()) {
    std::vector<std::string> known;
    for (const CLI::Option* each : command.get_options()) {
      if (!each->get_lnames().empty()) known.push_back("--" + each->get_lnames().front());
    }
    const std::string name = option->substr(0, option->find('='));
    return fmt::format("{}there is no option {}{}{}", prefix, name, did_you_mean(name, known), help);
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !words.empty()) {
    return fmt::format("{}'{}' was not expected{}", prefix, words.front(), help);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const std::string text = error.what();
    const std::string name = text.substr(0, text.find_first_of(": "));
    const CLI::Option* known = command.get_option_no_throw(name);
    const bool repeated = known != nullptr && known->count() > 1;
    return fmt::format("{}{} {}{}", prefix, name, repeated ? "was given more than once" : "needs a value", help);
  }
  return prefix + error.what() + help;
}

/// `help` and `help COMMAND`, for those who try these first.
int print_help(const CLI::App& program, int argc, char** argv) {
  const auto names = command_names(program);
  if (argc > 3) throw BadInput(fmt::format("'{}' was not expected; see heteroscope --help", argv[3]));
  if (argc == 3 && std::find(names.begin(), names.end(), argv[2]) == names.end()) {
    throw BadInput(fmt::format("'{}' is no command; commands: {}", argv[2], fmt::join(names, ", ")));
  }
  print_out(argc == 3 ? program.get_subcommand(argv[2])->help(program.get_name()) : program.help());
  flush_out();
  return exit_success;
}

std::string one_line(std::string_view text) {
  std::string out(text);
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

int run(int argc, char** argv) {
  CLI::App program(description, "heteroscope");
  program.get_formatter()->column_width(28);
  program.footer(footer);
  program.set_version_flag("--version", "heteroscope " HETEROSCOPE_VERSION, "Print the version and exit");
  program.set_help_flag("-h,--help", "Print this help and exit");
  WindowOptions window;
  program
      .add_option(
          "FILE", window.open,
          "Open the window from a settings .json or a PNG that heteroscope wrote, or with\nanother image as the source")
      ->type_name("SETTINGS.json|PICTURE");
  program
      .add_option(
          "--tour", window.tour,
          "Show the window through a short scripted tour, write its\npictures and timing table to DIR, and exit")
      ->type_name("DIR");
  Action action = [&] {
    // Refused before a display is asked for.
    if (window.open) open_file(*window.open, default_settings(*catalog().front()), {}, catalog());
    return run_window(window);
  };
  add_list_command(program, action);
  add_render_command(program, action);
  add_verify_command(program, action);
  add_bench_command(program, action);
  add_diff_command(program, action);
  add_study_command(program, action);

  if (argc >= 2 && std::string_view(argv[1]) == "help") return print_help(program, argc, argv);
  check_first_word(program, argc, argv);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return program.exit(help);
  } catch (const CLI::ParseError& error) {
    throw BadInput(explain(program, error));
  }
  const int code = action();
  flush_out();
  return code;
}

int complain(std::string_view what, ExitCode code) {
  std::fflush(stdout);
  fmt::print(stderr, "heteroscope: {}\n", one_line(what));
  return code;
}

}  // namespace

int run_program(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const BadInput& error) {
    return complain(error.what(), exit_bad_input);
  } catch (const DeviceError& error) {
    return complain(error.what(), exit_device_failure);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; a smaller result needs less", exit_bad_input);
  }
}

}  // namespace heteroscope
