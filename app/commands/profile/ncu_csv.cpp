#include "app/commands/profile/ncu_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "app/text/csv.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/base/wrong.hpp"

namespace heteroscope {

namespace {

using CsvLine = std::vector<std::string>;

std::optional<std::size_t> column_titled(const CsvLine& head, std::string_view title) {
  const auto found = std::ranges::find(head, title);
  return found != head.end() ? std::optional(static_cast<std::size_t>(found - head.begin())) : std::nullopt;
}

/// By what a value in this unit is multiplied: "Mbyte", "usecond", "%", "K".
double scale_of(std::string_view unit) {
  if (const std::size_t slash = unit.find('/'); slash != std::string_view::npos) unit = unit.substr(0, slash);
  constexpr std::array<std::pair<std::string_view, double>, 8> times{{{"nsecond", 1},
                                                                      {"usecond", 1e3},
                                                                      {"msecond", 1e6},
                                                                      {"second", 1e9},
                                                                      {"ns", 1},
                                                                      {"us", 1e3},
                                                                      {"ms", 1e6},
                                                                      {"s", 1e9}}};
  for (const auto& [name, factor] : times) {
    if (unit == name) return factor;
  }
  // "Kbyte", "Minst"; a word that only begins with such a letter is none
  constexpr std::array<std::pair<char, double>, 4> prefixes{{{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}}};
  constexpr std::array<std::string_view, 8> scaled{"", "byte", "inst", "cycle", "sector", "request", "warp", "thread"};
  for (const auto& [letter, factor] : prefixes) {
    const bool one = !unit.empty() && unit.front() == letter;
    if (one && std::ranges::find(scaled, unit.substr(1)) != scaled.end()) return factor;
  }
  return 1;
}

/// "1,234.5" as well.
double number(std::string text, const std::string& file, std::string_view counter) {
  const std::string written = text;
  std::erase(text, ',');
  const auto out = number_from<double>(text);
  constexpr double most = 1e18;  // what is added up, in any unit, stays a number
  if (!out || !(*out >= 0 && *out <= most)) {
    throw wrong_file(out ? Wrong::value : Wrong::kind, printable(file), "{} of {} is not a count", quote(written),
                     printable(counter));
  }
  return *out;
}

/// Adds what one line says; the columns are those of its table.
class Reader {
 public:
  Reader(const CsvLine& head, std::string file) : head_(head), file_(std::move(file)) {
    const auto found = column_titled(head, "Kernel Name");
    kernel_ = found.value();
    id_ = column_titled(head, "ID");
    name_ = column_titled(head, "Metric Name");
    unit_ = column_titled(head, "Metric Unit");
    value_ = column_titled(head, "Metric Value");
  }

  void add(const CsvLine& line) {
    if (line.size() == 1 && line.front().starts_with("==")) return;  // the profiler's own words between lines
    if (line.size() != head_.size()) {
      throw wrong_file(Wrong::damaged, printable(file_),
                       "a line has {} cells but the heading {}: the file is cut short, or not from ncu --csv",
                       line.size(), head_.size());
    }
    if (name_ && unit_ && value_) {
      add_one(kernel_of(line), line[*name_], line[*unit_], line[*value_]);
      return;
    }
    if (line[kernel_].empty()) {
      units_ = line;  // of the columns below
      return;
    }
    NcuKernel& kernel = kernel_of(line);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (head_[i].ends_with(".sum")) add_one(kernel, head_[i], i < units_.size() ? units_[i] : "", line[i]);
    }
  }
  std::vector<NcuKernel> take() { return std::move(kernels_); }

 private:
  NcuKernel& kernel_of(const CsvLine& line) {
    auto at = std::ranges::find(kernels_, line[kernel_], &NcuKernel::name);
    if (at == kernels_.end()) at = kernels_.insert(kernels_.end(), {line[kernel_], 0, {}});
    const std::string launch = id_ ? line[*id_] : std::string();
    if (launch != launch_ || at->launches == 0) ++at->launches;
    launch_ = launch;
    return *at;
  }
  void add_one(NcuKernel& kernel, const std::string& name, const std::string& unit, const std::string& value) {
    if (name.empty() || value.empty() || value == "n/a") return;
    if (name.ends_with(".sum")) kernel.counts[name] += scale_of(unit) * number(value, file_, name);
  }

  const CsvLine& head_;
  std::string file_;
  std::size_t kernel_ = 0;
  std::optional<std::size_t> id_, name_, unit_, value_;
  CsvLine units_;
  std::string launch_;  ///< that the line before was of
  std::vector<NcuKernel> kernels_;
};

}  // namespace

std::vector<NcuKernel> read_ncu(std::string_view text, const std::string& file) {
  const std::vector<CsvLine> lines = read_csv(text);
  const auto head =
      std::ranges::find_if(lines, [](const CsvLine& line) { return column_titled(line, "Kernel Name").has_value(); });
  if (head == lines.end())
    throw wrong_file(Wrong::kind, printable(file), "not a table of ncu --csv: it has no column \"Kernel Name\"");
  Reader reader(*head, file);
  std::for_each(head + 1, lines.end(), [&](const CsvLine& line) { reader.add(line); });
  std::vector<NcuKernel> out = reader.take();
  const bool none = std::ranges::all_of(out, [](const NcuKernel& each) { return each.counts.empty(); });
  if (none) {
    throw wrong_file(Wrong::missing, printable(file),
                     "it has none of the sums that are needed; profile --ncu prints a command that counts them");
  }
  return out;
}

}  // namespace heteroscope
