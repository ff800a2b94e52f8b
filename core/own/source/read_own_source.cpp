#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/message.hpp"
#include "core/base/utf8.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/own/source/declarations.hpp"
#include "core/own/source/expression.hpp"
#include "core/own/source/functions.hpp"
#include "core/own/source/launch_shape.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t largest_source = std::size_t{1} << 20;
constexpr int most_block_threads = 1024;

constexpr std::array<std::string_view, 3> cpu_endings{".cpp", ".cc", ".cxx"};

Processor processor_for_file(const std::filesystem::path& path) {
  const std::string ending = extension_of(path);
  if (ending == ".cu") return Processor::gpu;
  if (std::ranges::find(cpu_endings, ending) != cpu_endings.end()) return Processor::cpu;
  throw BadInput(Wrong::kind, path.string(),
                 fmt::format("{} cannot be a variant: its name must end in .cu (for the GPU) or .cpp (for the CPU)",
                             path.string()));
}

/// Reads declarations into a source.
class Reader {
 public:
  Reader(OwnSource& out, Catalog catalog)
      : out_(out), catalog_(catalog), source_(out.source), declarations_(declarations_in(out.source)) {}

  void read() {
    read_stage();
    if (const Declaration* const summary = find("HETEROSCOPE_SUMMARY"))
      out_.summary = string_in(source_, only_argument(*summary, "a text"));
    read_tunables();
    read_launch();
    read_kernels();
    read_precisions();
    out_.addresses = addresses_in(out_, declarations_);
  }

 private:
  [[nodiscard]] const Declaration* find(std::string_view name) const { return find_declaration(declarations_, name); }
  [[nodiscard]] const SourcePart& only_argument(const Declaration& declaration, std::string_view what) const {
    if (declaration.arguments.size() != 1) {
      source_.fail(declaration.name.at, Wrong::missing, declaration.name.text,
                   fmt::format("{} wants {}", declaration.name.text, what));
    }
    return declaration.arguments.front();
  }

  void read_stage() {
    const Declaration* const variant = find("HETEROSCOPE_VARIANT");
    if (variant == nullptr) {
      source_.fail(Wrong::missing, "HETEROSCOPE_VARIANT",
                   "no HETEROSCOPE_VARIANT(…) says which workload it is for, such as HETEROSCOPE_VARIANT(heat)");
    }
    const std::vector<SourcePart>& words = variant->arguments;
    if (words.empty() || words.size() > 2) {
      source_.fail(variant->name.at, Wrong::missing, variant->name.text,
                   "HETEROSCOPE_VARIANT needs a workload and, where it has several, a stage");
    }
    const auto workload =
        std::ranges::find_if(catalog_, [&](const Workload* each) { return each->id == words[0].text; });
    if (workload == catalog_.end()) {
      source_.fail(words[0].at, Wrong::unknown, words[0].text,
                   fmt::format("{} is not a workload; known: {}", quote(words[0].text),
                               list_ids(catalog_, [](const Workload* each) { return each->id; })));
    }
    out_.workload = *workload;
    out_.stage = words.size() == 2 ? stage_named(words[1]) : usual_stage();
    if (out_.workload->stages[out_.stage].own) return;
    source_.fail(words.back().at, Wrong::unused, std::string(out_.workload->stages[out_.stage].id),
                 fmt::format("the stage {} of {} takes no variants from files{}",
                             quote(out_.workload->stages[out_.stage].id), out_.workload->id, others()));
  }
  [[nodiscard]] std::size_t stage_named(const SourcePart& word) const {
    const std::vector<Stage>& stages = out_.workload->stages;
    const auto found = std::ranges::find_if(stages, [&](const Stage& each) { return each.id == word.text; });
    if (found == stages.end()) {
      source_.fail(word.at, Wrong::unknown, word.text,
                   fmt::format("{} has no stage {}; known: {}", out_.workload->id, quote(word.text),
                               list_ids(stages, [](const Stage& each) { return each.id; })));
    }
    return static_cast<std::size_t>(found - stages.begin());
  }
  /// The last that takes variants from files, or the last one.
  [[nodiscard]] std::size_t usual_stage() const {
    const std::vector<Stage>& stages = out_.workload->stages;
    for (std::size_t i = stages.size(); i-- > 0;) {
      if (stages[i].own) return i;
    }
    return stages.size() - 1;
  }
  /// "; mean does".
  [[nodiscard]] std::string others() const {
    std::vector<std::string_view> ids;
    for (const Stage& each : out_.workload->stages) {
      if (each.own) ids.push_back(each.id);
    }
    const std::string list = list_ids(ids, [](std::string_view id) { return id; });
    return ids.empty() ? "" : fmt::format("; {} {}", list, ids.size() == 1 ? "does" : "do");
  }

  void read_tunables() {
    for (const Declaration& each : declarations_) {
      if (each.name.text != "HETEROSCOPE_TUNE") continue;
      OwnTunable next = tunable_in(source_, each);
      if (std::ranges::find(out_.tunables, next.id, &OwnTunable::id) != out_.tunables.end())
        source_.fail(each.name.at, Wrong::value, next.id, fmt::format("{} is declared twice", quote(next.id)));
      out_.tunables.push_back(std::move(next));
    }
  }

  void read_launch() {
    for (const std::string_view name :
         {"HETEROSCOPE_BLOCK", "HETEROSCOPE_GRID", "HETEROSCOPE_SHARED", "HETEROSCOPE_CELLS"}) {
      const Declaration* const declaration = find(name);
      if (declaration != nullptr && out_.processor == Processor::cpu) {
        source_.fail(declaration->name.at, Wrong::unused, declaration->name.text,
                     fmt::format("{} is for the GPU: this file is compiled for the CPU", name));
      }
    }
    if (const Declaration* const block = find("HETEROSCOPE_BLOCK")) out_.block = block_of(*block);
    if (const Declaration* const grid = find("HETEROSCOPE_GRID")) {
      if (grid->arguments.empty() || grid->arguments.size() > 3) {
        source_.fail(grid->name.at, Wrong::missing, grid->name.text,
                     "HETEROSCOPE_GRID needs the numbers of blocks in x, y and z, or the first of these");
      }
      out_.grid = grid->arguments;
    }
    if (const Declaration* const shared = find("HETEROSCOPE_SHARED"))
      out_.shared = only_argument(*shared, "a number of bytes");
    if (const Declaration* const cells = find("HETEROSCOPE_CELLS")) {
      if (cells->arguments.size() != 2) {
        source_.fail(cells->name.at, Wrong::missing, cells->name.text,
                     "HETEROSCOPE_CELLS needs the columns and the rows of cells that a block computes");
      }
      out_.cells = cells->arguments;
    }
    check_expressions(out_);
  }
  [[nodiscard]] BlockShape block_of(const Declaration& block) const {
    if (block.arguments.empty() || block.arguments.size() > 2) {
      source_.fail(block.name.at, Wrong::missing, block.name.text,
                   "HETEROSCOPE_BLOCK needs the numbers of threads in x and y");
    }
    const SourcePart one{block.name.at, "1"};
    const SourcePart& y = block.arguments.size() > 1 ? block.arguments[1] : one;
    const BlockShape out{int_in(source_, block.arguments[0]), int_in(source_, y)};
    const auto fits = [](int each) { return each > 0 && each <= most_block_threads; };
    if (!fits(out.x) || !fits(out.y) || out.threads() > most_block_threads) {
      source_.fail(block.arguments[0].at, Wrong::value, "block",
                   fmt::format("a block has between 1 and {} threads, not {} x {}", most_block_threads, out.x, out.y));
    }
    return out;
  }

  /// The name of the stage's arguments without its namespaces: "Step".
  [[nodiscard]] std::string_view arguments_name() const {
    const std::string_view whole = out_.stage_kernels().arguments;
    return whole.substr(whole.rfind(':') + 1);
  }
  /// Returns how a kernel of this processor looks, for messages.
  [[nodiscard]] std::string example() const {
    const bool gpu = out_.processor == Processor::gpu;
    return fmt::format("template <class T> {}void name(const {}<T>{} job)", gpu ? "__global__ " : "", arguments_name(),
                       gpu ? "" : "&");
  }
  /// Whether there is one parameter: a function with others is called by the file itself.
  [[nodiscard]] static bool is_alone(std::string_view parameters) { return parameters.find(',') == parameters.npos; }
  [[nodiscard]] bool can_compute(const WrittenFunction& each) const {
    if (!has_word(each.before, "void")) return false;
    return out_.processor == Processor::gpu ? has_word(each.before, "__global__")
                                            : has_word(each.parameters, arguments_name()) && is_alone(each.parameters);
  }
  /// The code without declarations, which look like functions.
  [[nodiscard]] std::string undeclared_code() const {
    std::string code(source_.code());
    for (const Declaration& each : declarations_) {
      std::fill(code.begin() + static_cast<std::ptrdiff_t>(each.name.at),
                code.begin() + static_cast<std::ptrdiff_t>(each.end), ' ');
    }
    return code;
  }
  void read_kernels() {
    const std::string code = undeclared_code();
    std::vector<WrittenFunction> all = functions_in(code);
    std::erase_if(all, [&](const WrittenFunction& each) { return !can_compute(each); });
    if (all.empty())
      source_.fail(Wrong::missing, "kernel", fmt::format("there is no kernel in it, such as {}", example()));
    const Declaration* const order = find("HETEROSCOPE_KERNELS");
    if (order == nullptr && all.size() > 1) {
      source_.fail(
          all[1].at, Wrong::missing, "HETEROSCOPE_KERNELS",
          fmt::format("it has {} kernels ({}): HETEROSCOPE_KERNELS(first, second) says which are "
                      "launched, and in which order",
                      all.size(), list_ids(all, [](const WrittenFunction& each) { return each.name.substr(2); })));
    }
    if (order == nullptr) return add_kernel(all.front());
    if (order->arguments.empty()) {
      source_.fail(order->name.at, Wrong::missing, order->name.text,
                   "HETEROSCOPE_KERNELS needs the name of at least one kernel");
    }
    for (const SourcePart& name : order->arguments) add_kernel(kernel_named(all, name));
  }
  [[nodiscard]] const WrittenFunction& kernel_named(const std::vector<WrittenFunction>& all,
                                                    const SourcePart& name) const {
    const auto found = std::ranges::find_if(all, [&](const WrittenFunction& each) {
      return each.name == name.text || each.name.ends_with("::" + name.text);
    });
    if (found != all.end()) return *found;
    source_.fail(name.at, Wrong::unknown, name.text,
                 fmt::format("{} is not a kernel of this file; its kernels: {}", quote(name.text),
                             list_ids(all, [](const WrittenFunction& each) { return each.name.substr(2); })));
  }
  void add_kernel(const WrittenFunction& kernel) {
    out_.kernels.push_back({{kernel.at, kernel.name}, kernel.is_template});
    precisions_.push_back(precisions_of(kernel));
  }
  [[nodiscard]] std::vector<Precision> precisions_of(const WrittenFunction& kernel) const {
    if (kernel.is_template) return {Precision::fp32, Precision::fp64};
    if (has_word(kernel.parameters, "float")) return {Precision::fp32};
    if (has_word(kernel.parameters, "double")) return {Precision::fp64};
    source_.fail(kernel.at, Wrong::kind, kernel.name.substr(2),
                 fmt::format("{} must take {}<float> or {}<double>, or be a template over the type of a value",
                             kernel.name.substr(2), arguments_name(), arguments_name()));
  }
  void read_precisions() {
    for (const Precision each : {Precision::fp32, Precision::fp64}) {
      const bool all =
          std::ranges::all_of(precisions_, [&](const auto& of) { return std::ranges::find(of, each) != of.end(); });
      if (all) out_.precisions.push_back(each);
    }
    if (out_.precisions.empty()) {
      source_.fail(out_.kernels.back().name.at, Wrong::value, "precision",
                   "the kernels have no precision in common: each must take float, or each double");
    }
  }

  OwnSource& out_;
  Catalog catalog_;
  const SourceText& source_;
  std::vector<Declaration> declarations_;
  std::vector<std::vector<Precision>> precisions_;  ///< of each kernel
};

/// A text, as far as one can tell: no zeros, and valid UTF-8.
void check_text(const std::filesystem::path& path, const std::string& text) {
  if (std::ranges::all_of(text, [](char each) { return std::isspace(static_cast<unsigned char>(each)) != 0; }))
    throw BadInput(Wrong::missing, path.string(), fmt::format("{} is empty: it cannot be a variant", path.string()));
  if (text.find('\0') != text.npos) {
    throw BadInput(Wrong::kind, path.string(),
                   fmt::format("{} cannot be a variant: it has a zero byte, and is not text", path.string()));
  }
  if (!is_utf8(text)) {
    throw BadInput(Wrong::kind, path.string(),
                   fmt::format("{} cannot be a variant: it is not text in UTF-8", path.string()));
  }
}

}  // namespace

bool is_own_source(const std::filesystem::path& path) {
  const std::string ending = extension_of(path);
  return ending == ".cu" || std::ranges::find(cpu_endings, ending) != cpu_endings.end();
}

OwnSource own_source_of(const std::filesystem::path& path, std::string text, Catalog catalog) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // which some editors put first
  const Processor processor = processor_for_file(path);
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  check_text(path, text);
  OwnSource out{.path = path, .source = SourceText(path.string(), std::move(text)), .processor = processor};
  Reader(out, catalog).read();
  return out;
}

OwnSource read_own_source(const std::filesystem::path& path, Catalog catalog) {
  processor_for_file(path);
  return own_source_of(path, read_text(path, largest_source), catalog);
}

}  // namespace heteroscope
