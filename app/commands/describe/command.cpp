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

constexpr const char* footer = R"(
Packages are made from it. --complete is what the shells' functions ask; behind -- stand the words of a
command line as far as the cursor, the last of which, perhaps an empty one, is completed: a word a line,
behind a tabulator what it is; ":files" where names of files fit, ":folders" those of folders.

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
      "describe",
      "The program's manual page, page of commands, icon and the shells'\ncompletions, from what its helps say");
  command->add_flag("--man", wanted->man, "The manual page, for man");
  command->add_flag("--markdown", wanted->markdown, "All commands and options, as a page of Markdown");
  command->add_flag("--bash", wanted->bash, "The completion for bash");
  command->add_flag("--zsh", wanted->zsh, "The completion for zsh");
  command->add_flag("--fish", wanted->fish, "The completion for fish");
  command->add_option("--icon", wanted->icon, "The icon: svg, or a PNG of so many pixels")->type_name("SIZE|svg");
  command->add_flag("--complete", wanted->complete, "What can stand for the last of WORDS");
  command->add_words("WORDS", wanted->words, "A command line behind the program's name");
  command->footer(footer);
  command->callback([&action, &line, wanted] {
    action = [&line, wanted] {
      const std::array asked{wanted->man,      wanted->markdown,        wanted->bash, wanted->zsh, wanted->fish,
                             wanted->complete, wanted->icon.has_value()};
      if (std::ranges::count(asked, true) != 1)
        throw BadInput(
            "describe: one of --man, --markdown, --bash, --zsh, --fish, --icon and --complete says what is wanted");
      print_out(described(*wanted, line));
      return exit_success;
    };
  });
}

}  // namespace heteroscope
