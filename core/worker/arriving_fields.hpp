#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/frame/frame.hpp"
#include "core/memory/buffer.hpp"
#include "core/worker/frame_wire.hpp"
#include "core/worker/lent_memory.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/packed_bands.hpp"

namespace heteroscope {

/// The fields of a frame, and behind them the spans of each participant's trace, on their way from a worker: memory
/// that its process writes to where that is on this machine, or values that come in bands.
class ArrivingFields {
 public:
  enum class Way { lent, sent };
  explicit ArrivingFields(Way way) : way_(way) {}

  /// A new frame begins: what has come of one that was given up is nothing of it.
  void next_frame();
  /// What is lent for a frame, with the descriptors that go along.
  struct Offer {
    Lent lent;
    std::vector<int> descriptors;
  };
  /// Reads how large a frame's fields are, and finds memory for them. Throws BadInput for fields that do not belong to
  /// its plan, and where memory does not suffice.
  void expect(WireReader& wire, Frame& frame);
  /// Returns whether the worker waits for memory for the fields that are expected.
  [[nodiscard]] bool lends() const { return way_ == Way::lent && !has_ahead_; }
  /// Returns what is lent for the fields that are expected.
  Offer offer();
  /// What is lent before anything is known of a frame's fields: the plan and the last frame tell what they are likely
  /// to be. No fields: nothing is lent.
  struct OfferAhead {
    LentAhead ahead;
    std::vector<int> descriptors;
  };
  OfferAhead offer_ahead(const Plan& plan);
  /// Puts values where they belong. Throws BadInput for those that do not follow on what has come.
  void take(const Band& band);
  /// Makes the frame's fields, and its traces' spans, of what has arrived. Throws BadInput where something is missing.
  void adopt(Frame& frame);
  /// The worker has changed: nothing that the one before has sent is known to it.
  void forget();
  /// Gives back what is kept for the frames to come.
  void trim();

 private:
  /// A field's values.
  struct Arriving {
    std::shared_ptr<LentMemory::Block> block;  ///< lent
    std::shared_ptr<Buffer> buffer;            ///< or sent, so many bytes so far
    std::uint64_t arrived = 0;
  };
  [[nodiscard]] bool are_possible(const Frame& frame) const;
  [[nodiscard]] std::vector<FieldFacts> likely_fields(const Plan& plan) const;
  Offer offer_of(const std::vector<FieldFacts>& facts, const std::vector<Arriving>& places);
  [[nodiscard]] Field arrived(std::size_t i) const;
  [[nodiscard]] Arriving place_for(const FieldFacts& facts, const Plan& plan);

  Way way_;
  LentMemory lent_;
  BufferPool pool_;
  BandUnpacker unpacker_;
  std::vector<std::uint64_t> gone_;  ///< blocks that are lent no more
  std::vector<FieldFacts> facts_;    ///< of the frame that arrives
  std::vector<Arriving> places_;     ///< of its fields
  std::vector<FieldFacts> last_;     ///< the facts of the last frame that has arrived whole
  std::vector<FieldFacts> likely_;   ///< those that the present frame is likely to have
  std::vector<Arriving> ahead_;      ///< what is lent for them
  bool has_ahead_ = false;           ///< the present frame's fields are there
  Field input_, table_;              ///< of the last frame
};

}  // namespace heteroscope
