#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/commands/commands.hpp"
#include "app/commands/describe/completion.hpp"
#include "app/commands/describe/manual.hpp"
#include "app/commands/describe/markdown.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/icon/icon.hpp"
#include "app/options/settings_options.hpp"
#include "core/base/error.hpp"
#include "core/io/png/png.hpp"
#include "embedded/completion_bash.hpp"
#include "embedded/completion_fish.hpp"
#include "embedded/completion_zsh.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr const char* describe_footer = R"(
Packages are built with it. The functions of the shells call --complete: after -- follow the words of a
command line up to the cursor; the last one, which may be empty, is completed. The answer has one word per
line, and after a tab its description; ":files" stands for file names, ":folders" for those of folders.

Examples:
  heteroscope describe --man
  heteroscope describe --markdown
  heteroscope describe --bash
  heteroscope describe --icon svg
  heteroscope describe --complete -- render mandelbrot --scene s)";

struct Wanted {
  bool man = false, markdown = false, bash = false, zsh = false, fish = false, complete = false;
  std::optional<std::string> icon;
  std::vector<std::string> words;
};

std::string icon_text(const std::string& kind) {
  if (kind == "svg") return icon_svg();
  constexpr int largest = 4096;
  const std::vector<std::byte> bytes = encode_png(draw_icon(parse_integer("--icon", kind, 8, largest)), {});
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string described(const Wanted& wanted, const CommandLine& line) {
  if (!wanted.complete && !wanted.words.empty())
    throw BadInput(fmt::format("'{}' was not expected; see heteroscope describe --help", wanted.words.front()));
  if (wanted.man) return manual(line.text(), build_facts());
  if (wanted.markdown) return command_page(line.text());
  if (wanted.bash) return std::string(embedded::completion_bash);
  if (wanted.zsh) return std::string(embedded::completion_zsh);
  if (wanted.fish) return std::string(embedded::completion_fish);
  if (wanted.icon) return icon_text(*wanted.icon);
  return lines_of(complete(line.text(), wanted.words));
}

}  // namespace

void add_describe_command(Command& program, const CommandLine& line, Action& action) {
  auto wanted = std::make_shared<Wanted>();
  Command* command = program.add_subcommand(
      "describe", "Write the manual page, the page of commands, the icon, or\ncompletions for shells");
  command->add_flag("--man", wanted->man, "Write the manual page for man");
  command->add_flag("--markdown", wanted->markdown, "Write all commands and options as a page of Markdown");
  command->add_flag("--bash", wanted->bash, "Write the completion for bash");
  command->add_flag("--zsh", wanted->zsh, "Write the completion for zsh");
  command->add_flag("--fish", wanted->fish, "Write the completion for fish");
  command->add_option("--icon", wanted->icon, "Write the icon: svg, or a PNG of this many pixels")
      ->type_name("SIZE|svg");
  command->add_flag("--complete", wanted->complete, "List what can complete the last word of a command line");
  command->add_words("WORDS", wanted->words, "The words of a command line after the name of the program");
  command->footer(describe_footer);
  command->callback([&action, &line, wanted] {
    action = [&line, wanted] {
      const std::array asked{wanted->man,      wanted->markdown,        wanted->bash, wanted->zsh, wanted->fish,
                             wanted->complete, wanted->icon.has_value()};
      if (std::ranges::count(asked, true) != 1)
        throw BadInput("describe: choose one of --man, --markdown, --bash, --zsh, --fish, --icon and --complete");
      print_out(described(*wanted, line));
      return exit_success;
    };
  });
}

}  // namespace heteroscope
