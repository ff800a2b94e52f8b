#include "core/own/source/declared_addresses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

#include "core/base/message.hpp"
#include "core/own/source/declarations.hpp"
#include "core/own/source/expression.hpp"
#include "core/own/source/launch_shape.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {
namespace {

using NameList = std::vector<std::string_view>;

// More than any kernel has, and few enough that the work and the memory for a warp have a bound.
constexpr int most_declarations = 1000;
constexpr std::size_t most_loops = 8;  ///< of an instruction

/// Reads the declarations of addresses, which outlive it, and tries each expression.
class AddressReader {
 public:
  explicit AddressReader(const OwnSource& source)
      : source_(source), text_(source.source), names_(address_names(source)), launch_names_(launch_names(source)) {}

  void read(const Declaration& declaration) {
    if (declaration.name.text == "HETEROSCOPE_LET") read_name(declaration);
    if (declaration.name.text == "HETEROSCOPE_TILE") read_tile(declaration);
    if (declaration.name.text == "HETEROSCOPE_LOADS") read_access(declaration, false);
    if (declaration.name.text == "HETEROSCOPE_STORES") read_access(declaration, true);
  }

  DeclaredAddresses take() {
    for (const DeclaredAccess& each : out_.accesses) check(each);
    if (!out_.accesses.empty()) check_result();
    return std::move(out_);
  }

 private:
  void read_name(const Declaration& of) {
    check_usable(of);
    if (of.arguments.size() != 2) {
      text_.fail(of.name.at, Wrong::missing, of.name.text,
                 "HETEROSCOPE_LET needs a name and its value, such as HETEROSCOPE_LET(inner, x > 0)");
    }
    check_new(of.arguments[0], names_);
    check(of.arguments[1], names_);
    out_.names.push_back({of.arguments[0], of.arguments[1]});
    names_.push_back(of.arguments[0].text);
  }
  void read_tile(const Declaration& of) {
    check_usable(of);
    if (of.arguments.size() < 2 || of.arguments.size() > 3) {
      text_.fail(of.name.at, Wrong::missing, of.name.text,
                 "HETEROSCOPE_TILE needs the name of an array in shared memory, its columns and its rows");
    }
    const SourcePart one{of.name.at, "1"};
    DeclaredTile out{of.arguments[0], of.arguments[1], of.arguments.size() > 2 ? of.arguments[2] : one};
    check_name(text_, out.name);
    if (knows_array(out.name.text))
      text_.fail(out.name.at, Wrong::value, out.name.text, fmt::format("{} is declared twice", quote(out.name.text)));
    check(out.columns, launch_names_);
    check(out.rows, launch_names_);
    out_.tiles.push_back(std::move(out));
  }
  void read_access(const Declaration& of, bool stores) {
    check_usable(of);
    if (of.arguments.size() > 3 + most_loops)
      text_.fail(of.arguments[3].at, Wrong::value, "loops", fmt::format("these are more than {} loops", most_loops));
    if (of.arguments.size() < 2) {
      text_.fail(of.name.at, Wrong::missing, of.name.text,
                 fmt::format("{} needs an array and the number of the element that a thread reaches, such "
                             "as {}(in, x + y * width, x < width)",
                             of.name.text, of.name.text));
    }
    DeclaredAccess out{.stores = stores, .element = of.arguments[1]};
    std::tie(out.array, out.at_once) = array_in(of.arguments[0]);
    if (of.arguments.size() > 2 && !of.arguments[2].text.empty()) out.when = of.arguments[2];
    for (std::size_t i = 3; i < of.arguments.size(); ++i) out.loops.push_back(loop_in(of.arguments[i]));
    out_.accesses.push_back(std::move(out));
  }

  static std::string without_blanks_behind(std::string text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
    return text;
  }
  /// "in" or "in[4]".
  [[nodiscard]] std::pair<SourcePart, std::optional<SourcePart>> array_in(const SourcePart& argument) const {
    const std::string& all = argument.text;
    const std::size_t open = all.find('[');
    SourcePart name{argument.at, without_blanks_behind(all.substr(0, open))};
    if (open == all.npos) return {name, std::nullopt};
    if (!all.ends_with(']')) {
      text_.fail(argument.at, Wrong::kind, all,
                 fmt::format("{} is not an array, such as in or, for four values at once, in[4]", quote(all)));
    }
    return {name, SourcePart{argument.at + open + 1, all.substr(open + 1, all.size() - open - 2)}};
  }
  /// "j < taps".
  [[nodiscard]] DeclaredName loop_in(const SourcePart& argument) const {
    const std::size_t sign = argument.text.find('<');
    if (sign == argument.text.npos) {
      text_.fail(argument.at, Wrong::kind, argument.text,
                 fmt::format("{} is not a loop, such as j < 4: j runs from 0 to 3", quote(argument.text)));
    }
    return {{argument.at, without_blanks_behind(argument.text.substr(0, sign))},
            {argument.at + sign + 1, argument.text.substr(sign + 1)}};
  }

  void check(const DeclaredAccess& access) const {
    if (!knows_array(access.array.text)) {
      text_.fail(access.array.at, Wrong::unknown, access.array.text,
                 fmt::format("there is no array {}; known: {}", quote(access.array.text), known_arrays()));
    }
    if (access.at_once) check(*access.at_once, launch_names_);
    NameList names = names_;
    for (const DeclaredName& loop : access.loops) {
      check_new(loop.name, names);
      check(loop.value, names);
      names.push_back(loop.name.text);
    }
    if (access.when) check(*access.when, names);
    check(access.element, names);
  }
  /// The warp that computes a cell is the one that stores it.
  void check_result() const {
    const std::string_view result = source_.stage_kernels().addresses->arrays.back();
    const bool stored = std::ranges::any_of(
        out_.accesses, [&](const DeclaredAccess& each) { return each.stores && each.array.text == result; });
    if (!stored) {
      text_.fail(out_.accesses.front().array.at, Wrong::missing, "HETEROSCOPE_STORES",
                 fmt::format("no HETEROSCOPE_STORES({}, …) says which thread writes the result", result));
    }
  }
  void check(const SourcePart& expression, const NameList& names) const {
    try {
      static_cast<void>(Expression(expression.text, names));
    } catch (const ExpressionError& wrong) {
      text_.fail(expression.at + wrong.at, wrong.wrong, wrong.thing, wrong.what());
    }
  }
  void check_new(const SourcePart& name, const NameList& names) const {
    check_name(text_, name);
    if (std::ranges::find(names, name.text) != names.end()) {
      text_.fail(name.at, Wrong::value, name.text,
                 fmt::format("{} is declared twice, or a name that every thread has", quote(name.text)));
    }
  }
  void check_usable(const Declaration& of) {
    const auto refuse = [&](Wrong wrong, std::string_view why) {
      text_.fail(of.name.at, wrong, of.name.text, fmt::format("{} {}", of.name.text, why));
    };
    if (source_.processor == Processor::cpu) refuse(Wrong::unused, "is for the GPU: this file is compiled for the CPU");
    if (!source_.stage_kernels().addresses) {
      refuse(Wrong::unused,
             fmt::format("cannot be in a file of {}: its addresses are not known to the lens", stage_text()));
    }
    if (source_.kernels.size() != 1) refuse(Wrong::value, "is for files with one kernel");
    if (source_.grid.size() > 2) refuse(Wrong::value, "is for grids of two dimensions");
    if (!source_.grid.empty() && source_.cells.empty()) {
      refuse(Wrong::missing,
             "beside HETEROSCOPE_GRID needs HETEROSCOPE_CELLS, which says whose cells a block computes");
    }
    if (++declarations_ > most_declarations)
      refuse(Wrong::value, fmt::format("is one of more than {} such lines", most_declarations));
    if (declarations_ == 1) check_tunables(of);
  }
  /// A name means the same in the kernel and in these lines.
  void check_tunables(const Declaration& of) const {
    for (const OwnTunable& each : source_.tunables) {
      if (std::ranges::count(names_, each.id) > 1) {
        text_.fail(of.name.at, Wrong::value, each.id,
                   fmt::format("{} has a meaning of its own in these lines: HETEROSCOPE_TUNE must give its "
                               "constant another name",
                               quote(each.id)));
      }
    }
  }
  [[nodiscard]] bool knows_array(std::string_view name) const {
    const std::vector<std::string_view>& arrays = source_.stage_kernels().addresses->arrays;
    return std::ranges::find(arrays, name) != arrays.end() ||
           std::ranges::any_of(out_.tiles, [&](const DeclaredTile& each) { return each.name.text == name; });
  }
  [[nodiscard]] std::string known_arrays() const {
    NameList all = source_.stage_kernels().addresses->arrays;
    for (const DeclaredTile& each : out_.tiles) all.push_back(each.name.text);
    return list_ids(all, [](std::string_view each) { return each; });
  }
  /// "binarize, mean".
  [[nodiscard]] std::string stage_text() const {
    return fmt::format("{}, {}", source_.workload->id, source_.workload->stages[source_.stage].id);
  }
  static NameList launch_names(const OwnSource& source) {
    NameList out;
    for (const NamedNumber& each : names_in_launch(source, {}, 1)) out.push_back(each.name);
    return out;
  }

  const OwnSource& source_;
  const SourceText& text_;
  NameList names_;         ///< of threads, as far as they have been read
  NameList launch_names_;  ///< that do not depend on the thread
  DeclaredAddresses out_;
  int declarations_ = 0;  ///< that have been read
};

}  // namespace

std::vector<std::string_view> address_names(const OwnSource& source) {
  NameList out;
  for (const NamedNumber& each : names_in_launch(source, {}, 1)) out.push_back(each.name);
  if (const auto& of_stage = source.stage_kernels().addresses)
    out.insert(out.end(), of_stage->numbers.begin(), of_stage->numbers.end());
  out.insert(out.end(), std::begin(thread_names), std::end(thread_names));
  for (const DeclaredName& each : source.addresses.names) out.push_back(each.name.text);
  return out;
}

DeclaredAddresses addresses_in(const OwnSource& source, const std::vector<Declaration>& declarations) {
  AddressReader reader(source);
  for (const Declaration& each : declarations) reader.read(each);
  return reader.take();
}

}  // namespace heteroscope
