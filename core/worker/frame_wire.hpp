#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/frame/frame.hpp"
#include "core/link/wire.hpp"

/// A frame as it goes from process to process: everything but its plan, which both sides make of the settings, and its
/// fields and its traces' spans, which go by themselves: through memory that both have, or in bands.
namespace heteroscope {

/// A field of a frame without its values.
struct FieldFacts {
  Size size;  ///< 0x0: there is no such field
  Precision precision = Precision::fp32;
  Domain domain = Domain::whole;
  bool is_same = false;    ///< it has the values that were sent with an earlier frame
  std::optional<int> gpu;  ///< whose memory it is to be in; none: the host's

  [[nodiscard]] std::size_t bytes() const {
    return is_same ? 0 : static_cast<std::size_t>(size.area()) * bytes_of(precision);
  }
  [[nodiscard]] bool is_empty() const { return size.area() == 0; }
};
FieldFacts facts_of(const Field& field);
/// Returns whether memory for the fields `lent` does for `fields`: each that has values finds there as many bytes, on
/// the same side.
bool fit_into(const std::vector<FieldFacts>& fields, const std::vector<FieldFacts>& lent);

/// The fields of a frame in the order in which they cross: the result, its distances, the source, the table, and the
/// states of an iteration.
std::vector<Field*> fields_of(Frame& frame);
inline constexpr std::size_t input_field = 2;
inline constexpr std::size_t table_field = 3;
inline constexpr std::size_t fields_before_states = 4;

/// Writes what a frame has beside its plan, its fields and its traces' spans.
void write_facts(WireWriter& wire, const Frame& frame);
/// Reads that into a frame whose plan is there. Throws BadInput for facts that do not belong to its plan.
void read_facts(WireReader& wire, Frame& frame);

template <class Wire>
void exchange(Wire& wire, Size& size) {
  wire(size.width, size.height);
  if (size.width < 0 || size.height < 0) throw WireReader::damaged();
}
template <class Wire>
void exchange(Wire& wire, Rows& rows) {
  wire(rows.begin, rows.end);
}
template <class Wire>
void exchange(Wire& wire, FieldFacts& facts) {
  wire(facts.size, facts.is_same, facts.gpu);
  exchange_choice(wire, facts.precision, Precision::int32);
  exchange_choice(wire, facts.domain, Domain::marked);
}

}  // namespace heteroscope
