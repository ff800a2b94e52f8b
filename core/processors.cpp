#include "core/processors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

namespace heteroscope {

namespace {

/// "0,1" or "all".
std::optional<GpuChoice> gpus_in(std::string_view text) {
  if (text == "all") return GpuChoice{.all = true, .numbers = {}};
  GpuChoice out;
  for (;;) {
    const std::size_t comma = std::min(text.find(','), text.size());
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + comma, number);
    if (error != std::errc{} || end != text.data() + comma || number < 0) return std::nullopt;
    out.numbers.push_back(number);
    if (comma == text.size()) return out;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

bool set_processors(Execution& execution, std::string_view text) {
  if (const auto alone = from_id<Processor>(text)) {
    execution.processor = *alone;
    execution.gpus = {};
    return true;
  }
  constexpr std::string_view of_gpus = "gpu:";
  constexpr std::string_view of_both = "split:cpu,gpu:";
  for (const auto& [prefix, processor] : {std::pair{of_gpus, Processor::gpu}, std::pair{of_both, Processor::split}}) {
    if (!text.starts_with(prefix)) continue;
    const auto gpus = gpus_in(text.substr(prefix.size()));
    if (!gpus) return false;
    execution.processor = processor;
    execution.gpus = *gpus;
    return true;
  }
  return false;
}

std::string processors_text(const Execution& execution) {
  std::string out(id_of(execution.processor));
  const GpuChoice& gpus = execution.gpus;
  if (execution.processor == Processor::cpu || gpus == GpuChoice{}) return out;
  out += execution.processor == Processor::split ? ":cpu,gpu:" : ":";
  return out + (gpus.all ? "all" : fmt::format("{}", fmt::join(gpus.numbers, ",")));
}

bool shares_a_frame(const Execution& execution) {
  return execution.processor == Processor::split ||
         (execution.processor == Processor::gpu && (execution.gpus.all || execution.gpus.numbers.size() > 1));
}

bool set_split(Execution& execution, std::string_view text) {
  if (const auto way = from_id<Sharing>(text); way && *way != Sharing::by_hand) {
    execution.sharing = *way;
    return true;
  }
  std::vector<double> shares;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word(text.substr(begin, end - begin));
    char* rest = nullptr;
    shares.push_back(std::strtod(word.c_str(), &rest));
    if (word.empty() || *rest != '\0' || !(shares.back() >= 0 && shares.back() <= 1)) return false;
    begin = end + 1;
  }
  execution.sharing = Sharing::by_hand;
  execution.shares = std::move(shares);
  return true;
}

std::string split_text(const Execution& execution) {
  if (execution.sharing != Sharing::by_hand) return std::string(id_of(execution.sharing));
  return fmt::format("{}", fmt::join(execution.shares, ","));
}

}  // namespace heteroscope
