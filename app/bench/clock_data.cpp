#include "app/bench/clock_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "app/analysis/reading.hpp"

namespace heteroscope {

namespace {

constexpr double much = 0.05;
constexpr std::array<const char*, 2> sides{"cpu_clock", "gpu_clock"};

void add_side(Data to, const ClockFigures& of, bool gpu) {
  const auto number = [](std::optional<int> value) { return value ? Value(std::int64_t{*value}) : Value(); };
  to.add("least_mhz", "clock from", "MHz", Hint::plain, "The lowest that was seen between the runs",
         number(of.least_mhz));
  to.add("most_mhz", "clock to", "MHz", Hint::plain, "The highest", number(of.most_mhz));
  if (gpu) to.add("celsius", "heat", "°C", Hint::plain, "The hottest that it was", number(of.hottest_celsius));
  to.add("slowed_by", "slowed by", "Why it was slower than it could be", or_none(of.slowdown()));
}

std::string label_of(const Result& result, const ResultRow& row) {
  const std::string block = block_text(row);
  return fmt::format("{} {} {}{}{}", row.text("scene"), row.text("precision"), variant_text(result, row),
                     block.empty() ? "" : " in blocks of ", block);
}

/// "simd: 2100 to 2600 MHz (24 %)".
std::string moved_text(const ResultRow& row, const std::string& side) {
  const double least = row.number(side + "/least_mhz");
  const double most = row.number(side + "/most_mhz");
  if (!(least > 0) || most / least - 1 <= much) return {};
  return fmt::format("clock from {:.0f} to {:.0f} MHz ({})", least, most, percent(most / least - 1));
}

}  // namespace

void add_clocks(const Data& to, const BenchRow& row) {
  const Processor processor = row.what.settings.execution.processor;
  if (processor != Processor::gpu) add_side(to.of(sides[0]), row.cpu_clock, false);
  if (processor != Processor::cpu) add_side(to.of(sides[1]), row.gpu_clock, true);
}

Document clock_notes(const Result& result) {
  List out;
  for (const ResultRow& row : result.rows) {
    for (const std::string side : sides) {
      if (row.find(side + "/least_mhz") == nullptr) continue;
      std::vector<std::string> words;
      if (const std::string moved = moved_text(row, side); !moved.empty()) words.push_back(moved);
      if (const std::string why = row.text(side + "/slowed_by"); !why.empty()) words.push_back("slowed by " + why);
      if (words.empty()) continue;
      out.items.push_back(fmt::format("{}, {}: {}", label_of(result, row), side.substr(0, 3), fmt::join(words, ", ")));
    }
  }
  if (out.items.empty()) return {};
  return {Paragraph{"Rows whose processor did not keep its clock:"}, std::move(out)};
}

}  // namespace heteroscope
