#include "core/worker/arriving_fields.hpp"

#include <algorithm>
#include <utility>

#include "core/device/shared_memory.hpp"
#include "core/process/memory_limit.hpp"
#include "core/worker/span_columns.hpp"

namespace heteroscope {
namespace {

/// Returns whether the first field is the plan's result, or is left out.
bool is_result_of(const FieldFacts& facts, const Plan& plan) {
  if (facts.is_empty()) return true;
  return facts.size == plan.kept.size && facts.precision == plan.output.precision && !facts.is_same;
}

/// Returns whether a field may have that size: no product of its sides is more than this process may hold.
bool is_possible(const FieldFacts& facts) {
  const auto most = static_cast<double>(memory::limit());
  return static_cast<double>(facts.size.width) * facts.size.height * static_cast<double>(bytes_of(facts.precision)) <=
         most;
}

/// Returns whether a field says that it is the one of the last frame, and cannot be.
bool is_another(const FieldFacts& facts, const Field& last) {
  return facts.is_same && (facts.size != last.size() || facts.precision != last.precision());
}

/// Returns the name by which another process uses a block of a GPU's memory; empty for one of the host's.
const std::string& name_of_block(LentMemory::Block& block) {
  if (block.device == nullptr || !block.name.empty()) return block.name;
  const device::Use use(block.device->gpu());
  const device::SharedHandle handle = device::share(block.device->device());
  return block.name.assign(reinterpret_cast<const char*>(handle.data()), handle.size());
}

/// Returns the field whose values are in a block.
Field field_in(const std::shared_ptr<LentMemory::Block>& block, const FieldFacts& facts) {
  if (block->device != nullptr)
    return {facts.size, facts.precision, nullptr, {block, block->device.get()}, facts.domain};
  const std::shared_ptr<void> memory(block, block->host->data());
  return {facts.size, facts.precision, std::make_shared<Buffer>(memory, facts.bytes()), nullptr, facts.domain};
}

/// Returns how many of a frame's fields are an iteration's states: behind them are the spans of each participant.
std::size_t states_in(std::size_t fields, const Plan& plan) {
  return fields - fields_before_states - plan.participants.size();
}

}  // namespace

void ArrivingFields::next_frame() {
  facts_.clear();
  places_.clear();
  ahead_.clear();
  has_ahead_ = false;
  for (const std::uint64_t number : lent_.next_frame()) gone_.push_back(number);
  pool_.next_frame();
}

ArrivingFields::Arriving ArrivingFields::place_for(const FieldFacts& facts, const Plan& plan) {
  if (!facts.gpu && !is_possible(facts)) throw WireReader::damaged();
  if (facts.bytes() == 0) return {};
  if (way_ == Way::sent) {
    if (facts.gpu) throw WireReader::damaged();
    return {.block = nullptr, .buffer = pool_.take(MemoryKind::host, facts.bytes())};
  }
  if (!facts.gpu) return {.block = lent_.take(facts.bytes()), .buffer = nullptr};
  const auto is_that = [&](const Participant& each) { return each.is_gpu() && each.device == *facts.gpu; };
  if (std::ranges::none_of(plan.participants, is_that)) throw WireReader::damaged();
  return {.block = lent_.take_on_gpu(*facts.gpu, facts.bytes()), .buffer = nullptr};
}

bool ArrivingFields::are_possible(const Frame& frame) const {
  const std::size_t participants = frame.plan.participants.size();
  if (facts_.size() < fields_before_states + participants) return false;
  const Field none;
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    if (is_another(facts_[i], i == input_field ? input_ : i == table_field ? table_ : none)) return false;
  }
  return states_in(facts_.size(), frame.plan) <= participants && is_result_of(facts_.front(), frame.plan);
}

void ArrivingFields::expect(WireReader& wire, Frame& frame) {
  facts_.clear();
  places_.clear();
  wire(facts_);
  wire.finish();
  if (!are_possible(frame)) throw WireReader::damaged();
  frame.states.resize(states_in(facts_.size(), frame.plan));
  has_ahead_ = !ahead_.empty() && fit_into(facts_, likely_);
  if (has_ahead_) {
    places_ = std::exchange(ahead_, {});
    return;
  }
  ahead_.clear();  // what nobody uses is lent again
  for (const FieldFacts& facts : facts_) places_.push_back(place_for(facts, frame.plan));
}

ArrivingFields::Offer ArrivingFields::offer() {
  return offer_of(facts_, places_);
}

/// Returns the fields that a frame of the plan is likely to have: those of the last frame, with the plan's result.
/// Empty where nothing is known of them.
std::vector<FieldFacts> ArrivingFields::likely_fields(const Plan& plan) const {
  const auto is_reached = [&](const FieldFacts& facts) {
    return !facts.gpu || std::ranges::any_of(plan.participants, [&](const Participant& each) {
      return each.is_gpu() && each.device == *facts.gpu;
    });
  };
  if (!std::ranges::all_of(last_, is_reached)) return {};
  std::vector<FieldFacts> out = last_;
  if (out.empty() || out.front().is_empty()) return out;
  out.front().size = plan.kept.size;
  out.front().precision = plan.output.precision;
  return is_possible(out.front()) ? out : std::vector<FieldFacts>();
}

ArrivingFields::OfferAhead ArrivingFields::offer_ahead(const Plan& plan) {
  if (way_ != Way::lent) return {};
  likely_ = likely_fields(plan);
  if (likely_.empty()) return {};
  for (const FieldFacts& facts : likely_) ahead_.push_back(place_for(facts, plan));
  Offer offer = offer_of(likely_, ahead_);
  return {.ahead = {.fields = likely_, .lent = std::move(offer.lent)}, .descriptors = std::move(offer.descriptors)};
}

ArrivingFields::Offer ArrivingFields::offer_of(const std::vector<FieldFacts>& facts,
                                               const std::vector<Arriving>& places) {
  Offer out;
  out.lent.gone = std::exchange(gone_, {});
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& block = places[i].block;
    out.lent.blocks.push_back(block == nullptr ? 0 : block->number);
    out.lent.bytes.push_back(facts[i].bytes());
    out.lent.names.push_back(block == nullptr ? std::string() : name_of_block(*block));
    if (block == nullptr || block->host == nullptr || std::exchange(block->is_known, true)) continue;
    out.lent.descriptors.push_back(block->number);
    out.descriptors.push_back(block->host->descriptor());
  }
  return out;
}

void ArrivingFields::take(const Band& band) {
  if (way_ != Way::sent || band.field >= places_.size()) throw WireReader::damaged();
  Arriving& place = places_[band.field];
  const std::uint64_t whole = facts_[band.field].bytes();
  const bool follows = place.buffer != nullptr && band.offset == place.arrived && band.bytes <= whole - place.arrived;
  if (!follows) throw WireReader::damaged();
  unpacker_.unpack(band, facts_[band.field].precision,
                   {static_cast<std::uint8_t*>(place.buffer->host()) + place.arrived, band.bytes});
  place.arrived += band.bytes;
}

/// Returns the field that has arrived in a place; an empty one where none was to come.
Field ArrivingFields::arrived(std::size_t i) const {
  const Arriving& place = places_[i];
  if (place.block != nullptr) return field_in(place.block, facts_[i]);
  if (place.buffer == nullptr) return {};
  if (place.arrived != facts_[i].bytes()) throw WireReader::damaged();
  return {facts_[i].size, facts_[i].precision, place.buffer, nullptr, facts_[i].domain};
}

void ArrivingFields::adopt(Frame& frame) {
  const std::vector<Field*> fields = fields_of(frame);
  if (facts_.empty() || places_.size() != facts_.size() || facts_.size() != fields.size() + frame.traces.size())
    throw WireReader::damaged();
  for (std::size_t i = 0; i < fields.size(); ++i) *fields[i] = arrived(i);
  for (std::size_t i = 0; i < frame.traces.size(); ++i)
    frame.traces[i].spans = spans_in(arrived(fields.size() + i), frame.traces[i]);
  if (facts_[input_field].is_same) frame.input = input_;
  if (facts_[table_field].is_same) frame.table = table_;
  input_ = frame.input;
  table_ = frame.table;
  places_.clear();
  last_ = facts_;
}

void ArrivingFields::forget() {
  lent_ = {};
  gone_.clear();
  facts_.clear();
  places_.clear();
  last_.clear();
  ahead_.clear();
  has_ahead_ = false;
  input_ = table_ = {};
}

void ArrivingFields::trim() {
  input_ = table_ = {};
  pool_.trim();
}

}  // namespace heteroscope
