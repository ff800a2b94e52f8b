#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/failure.hpp"
#include "core/base/shapes.hpp"
#include "core/frame/options.hpp"
#include "core/link/message_kind.hpp"
#include "core/link/wire.hpp"
#include "core/worker/frame_wire.hpp"

/// What a process that wants plans executed says to a worker, and what comes back; core/link/message_kind.hpp has the
/// order.
namespace heteroscope {

/// An execution's options (core/frame/options.hpp) as they go to a worker: those who watch over it stay behind.
struct SentOptions {
  ExecuteOptions run;
  std::optional<std::vector<std::vector<double>>> reduced = std::nullopt;  ///< to which a PartRun points
  bool can_be_stopped = false;
  bool tells_progress = false;
  /// Returns where the result is wanted: on the host where the run leaves no choice.
  [[nodiscard]] Destination destination() const;
  /// Returns whether they ask for the same.
  bool operator==(const SentOptions& other) const;
};
/// Of options with which a worker can execute: request_for() refuses the others.
SentOptions sent_options(const ExecuteOptions& options);
/// Returns whoever waits for an execution with such options.
Waiter waiter_of(const ExecuteOptions& options);
/// Returns the options that a worker executes with. `options` outlives them.
ExecuteOptions options_of(const SentOptions& options, const Waiter& waiter);
/// Returns the options by their place in ExecuteOptions, as they are by default. Throws BadInput for a place that has
/// none that a worker executes with.
ExecuteOptions options_by_place(std::uint64_t place);

/// A person's file with a variant that a plan uses.
struct OwnFile {
  std::string path;
  std::string text;
  bool operator==(const OwnFile&) const = default;
};

/// Memory that is lent, for the fields of a frame in their order.
struct Lent {
  std::vector<std::uint64_t> blocks;       ///< by number; 0 for a field without values of its own
  std::vector<std::uint64_t> bytes;        ///< that each has
  std::vector<std::uint64_t> descriptors;  ///< the blocks that are new: a descriptor for each goes along
  std::vector<std::string> names;          ///< by field: that of a block on a GPU (device::SharedHandle); else empty
  std::vector<std::uint64_t> gone;         ///< blocks that are lent no more
};

/// Memory that is lent with a request, for the fields that its frame is likely to have. The worker uses it where the
/// new frame's fields fit into it (fit_into()), and waits for no other then; both sides know that by themselves.
struct LentAhead {
  std::vector<FieldFacts> fields;  ///< empty: none is lent
  Lent lent;
};

/// A plan to execute: its settings, as a file has them, and the part of the result that it is for.
struct ExecuteRequest {
  std::uint64_t number = 0;
  std::uint64_t seen =
      0;  ///< the last execution whose frame the asking process has: fields that are still the same stay there
  bool packed = false;  ///< values that come as messages are packed (core/worker/packed_bands.hpp)
  /// Bytes of such values that may be on the way before the asking process says that it has taken some; 0: all.
  std::uint64_t window = 0;
  std::vector<OwnFile> own;
  /// The file that a machine elsewhere reads in place of the settings' source, by its name there
  /// (core/worker/file_part.hpp); empty: the source is none.
  std::string source;
  std::string settings;
  std::optional<Cutout> part;  ///< none: all of it
  SentOptions options;
  LentAhead ahead{};

  /// Returns whether the answer to the other request is one to this.
  [[nodiscard]] bool asks_the_same(const ExecuteRequest& other) const {
    return own == other.own && source == other.source && settings == other.settings && part == other.part &&
           options == other.options;
  }
};

/// Bytes of a field's values, where these go as messages: a band of them, which follows on the one before. The values
/// lie elsewhere: in the field or where they are packed; and in the message that has come.
struct Band {
  std::uint32_t field = 0;   ///< by the order of the fields
  std::uint64_t offset = 0;  ///< in bytes
  std::uint64_t bytes = 0;   ///< of the values
  bool packed = false;       ///< by zstd
  std::span<const std::uint8_t> values;

  /// Returns what the message has ahead of the values, which go from where they lie.
  [[nodiscard]] Band without_values() const {
    return {.field = field, .offset = offset, .bytes = bytes, .packed = packed, .values = {}};
  }
};

template <class Wire>
void exchange(Wire& wire, Band& band) {
  wire(band.field, band.offset, band.bytes, band.packed, band.values);
}
template <class Wire>
void exchange(Wire& wire, Cutout& part) {
  wire(part.x, part.y, part.size, part.whole);
}
template <class Wire>
void exchange(Wire& wire, WholeRun& run) {
  exchange_choice(wire, run.destination, Destination::screen);
  wire(run.summarize, run.trace);
}
template <class Wire>
void exchange(Wire& wire, InteractiveRun& run) {
  exchange_choice(wire, run.destination, Destination::screen);
  wire(run.summarize, run.trace, run.from_start);
}
template <class Wire>
void exchange(Wire& wire, TimedRun& run) {
  exchange_choice(wire, run.destination, Destination::screen);
  exchange_choice(wire, run.caches, CacheState::cold);
  wire(run.summarize, run.trace, run.other_problem);
}
template <class Wire>
void exchange(Wire& wire, CountedRun& run) {
  wire(run.counters);
}
template <class Wire>
void exchange(Wire& wire, CheckedRun& run) {
  exchange_choice(wire, run.destination, Destination::screen);
  wire(run.summarize, run.trace, run.from_start, run.band);
}
template <class Wire>
void exchange(Wire& /*wire*/, PartRun& /*run*/) {}
template <class Wire>
void exchange(Wire& wire, PartialsRun& run) {
  wire(run.at);
}
template <class Wire>
void exchange(Wire& wire, RowsRun& run) {
  wire(run.stage, run.rows, run.trace, run.spoil, run.at, run.reduced);
}
template <class Wire>
void exchange(Wire& /*wire*/, BandRun& /*run*/) {
  throw std::logic_error("a worker has been asked for a band of ranks");
}
template <class Wire>
void exchange(Wire& wire, SentOptions& options) {
  std::uint64_t place = options.run.index();
  wire(place);
  if constexpr (std::is_same_v<Wire, WireReader>) options.run = options_by_place(place);
  std::visit([&](auto& run) { wire(run); }, options.run);
  wire(options.reduced, options.can_be_stopped, options.tells_progress);
}
template <class Wire>
void exchange(Wire& wire, OwnFile& file) {
  wire(file.path, file.text);
}
template <class Wire>
void exchange(Wire& wire, Lent& lent) {
  wire(lent.blocks, lent.bytes, lent.descriptors, lent.names, lent.gone);
}
template <class Wire>
void exchange(Wire& wire, LentAhead& ahead) {
  wire(ahead.fields, ahead.lent);
}
template <class Wire>
void exchange(Wire& wire, ExecuteRequest& request) {
  wire(request.number, request.seen, request.packed, request.window, request.own, request.source, request.settings,
       request.part, request.options, request.ahead);
}
template <class Wire>
void exchange(Wire& wire, Failure& failure) {
  exchange_choice(wire, failure.kind, Failure::Kind::defect);
  wire(failure.line);
}

}  // namespace heteroscope
