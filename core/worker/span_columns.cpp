#include "core/worker/span_columns.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "core/link/wire.hpp"
#include "core/process/memory_limit.hpp"

namespace heteroscope {
namespace {

/// A span's numbers: of its time there is what it took in place of its end, which is smaller.
using Numbers = std::array<std::uint64_t, 7>;

Numbers numbers_of(const TracedSpan& span) {
  return {span.start_ns, span.end_ns - span.start_ns, span.cells.first, span.cells.length, span.launch, span.number,
          span.unit};
}

std::uint32_t short_number(std::uint64_t number) {
  if (number > std::numeric_limits<std::uint32_t>::max()) throw WireReader::damaged();
  return static_cast<std::uint32_t>(number);
}

TracedSpan span_of(const Numbers& numbers, const Trace& trace) {
  const auto [start_ns, took_ns, first, length, launch, number, unit] = numbers;
  if (launch >= trace.launches.size()) throw WireReader::damaged();
  return {.cells = {first, length},
          .launch = short_number(launch),
          .number = short_number(number),
          .unit = short_number(unit),
          .start_ns = start_ns,
          .end_ns = start_ns + took_ns};
}

}  // namespace

Field columns_of(const std::vector<TracedSpan>& spans) {
  if (spans.empty()) return {};
  const Size size{static_cast<int>(spans.size()), static_cast<int>(Numbers{}.size())};
  auto buffer =
      std::make_shared<Buffer>(MemoryKind::host, static_cast<std::size_t>(size.area()) * sizeof(Numbers::value_type));
  auto* const values = static_cast<std::uint64_t*>(buffer->host());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Numbers numbers = numbers_of(spans[i]);
    for (std::size_t row = 0; row < numbers.size(); ++row) values[row * spans.size() + i] = numbers[row];
  }
  return {size, Precision::fp64, std::move(buffer), nullptr};
}

std::vector<TracedSpan> spans_in(const Field& columns, const Trace& trace) {
  if (columns.empty()) return {};
  Numbers numbers{};
  const bool are_spans = columns.on_host() && columns.precision() == Precision::fp64 &&
                         columns.size().height == static_cast<int>(numbers.size());
  if (!are_spans) throw WireReader::damaged();
  const auto* const values = static_cast<const std::uint64_t*>(columns.host_view().data);
  const memory::Hold room(static_cast<std::size_t>(columns.size().width) * sizeof(TracedSpan));
  std::vector<TracedSpan> out(static_cast<std::size_t>(columns.size().width));
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t row = 0; row < numbers.size(); ++row) numbers[row] = values[row * out.size() + i];
    out[i] = span_of(numbers, trace);
  }
  return out;
}

}  // namespace heteroscope
