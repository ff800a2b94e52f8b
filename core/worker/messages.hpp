#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

/// An execution's options (core/frame/options.hpp), without those who watch over it.
struct SentOptions {
  enum class Kind { whole, interactive, timed, counted, checked, part, partials, rows };
  Kind kind = Kind::whole;
  Destination destination = Destination::host;
  bool summarize = true;
  bool trace = false;
  bool from_start = false;
  CacheState caches = CacheState::as_it_is;
  bool can_be_stopped = false;
  bool tells_progress = false;
  std::optional<int> band;
  std::optional<std::vector<std::vector<double>>> reduced;
  std::vector<std::string> counters;
  double at = 0;
  std::uint64_t stage = 0;
  Rows rows;
  bool spoil = false;
  bool operator==(const SentOptions&) const = default;
};
/// Of options with which a worker can execute: request_for() refuses the others.
SentOptions sent_options(const ExecuteOptions& options);
/// Returns whoever waits for an execution with such options.
Waiter waiter_of(const ExecuteOptions& options);
/// Returns the options that a worker executes with. `options` outlives them.
ExecuteOptions options_of(const SentOptions& options, const Waiter& waiter);

/// A person's file with a variant that a plan uses.
struct OwnFile {
  std::string path;
  std::string text;
  bool operator==(const OwnFile&) const = default;
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

  /// Returns whether the answer to the other request is one to this.
  [[nodiscard]] bool asks_the_same(const ExecuteRequest& other) const {
    return own == other.own && source == other.source && settings == other.settings && part == other.part &&
           options == other.options;
  }
};

/// Memory that is lent, for the fields of a frame in their order.
struct Lent {
  std::vector<std::uint64_t> blocks;       ///< by number; 0 for a field without values of its own
  std::vector<std::uint64_t> bytes;        ///< that each has
  std::vector<std::uint64_t> descriptors;  ///< the blocks that are new: a descriptor for each goes along
  std::vector<std::string> names;          ///< by field: that of a block on a GPU (device::SharedHandle); else empty
  std::vector<std::uint64_t> gone;         ///< blocks that are lent no more
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
void exchange(Wire& wire, SentOptions& options) {
  exchange_choice(wire, options.kind, SentOptions::Kind::rows);
  exchange_choice(wire, options.destination, Destination::screen);
  exchange_choice(wire, options.caches, CacheState::cold);
  wire(options.summarize, options.trace, options.from_start, options.can_be_stopped, options.tells_progress,
       options.band, options.reduced, options.counters, options.at, options.stage, options.rows, options.spoil);
}
template <class Wire>
void exchange(Wire& wire, OwnFile& file) {
  wire(file.path, file.text);
}
template <class Wire>
void exchange(Wire& wire, ExecuteRequest& request) {
  wire(request.number, request.seen, request.packed, request.window, request.own, request.source, request.settings,
       request.part, request.options);
}
template <class Wire>
void exchange(Wire& wire, Lent& lent) {
  wire(lent.blocks, lent.bytes, lent.descriptors, lent.names, lent.gone);
}
template <class Wire>
void exchange(Wire& wire, Failure& failure) {
  exchange_choice(wire, failure.kind, Failure::Kind::defect);
  wire(failure.line);
}

}  // namespace heteroscope
