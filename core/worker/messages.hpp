#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/failure.hpp"
#include "core/base/shapes.hpp"
#include "core/frame/options.hpp"
#include "core/worker/frame_wire.hpp"
#include "core/worker/message_channel.hpp"
#include "core/worker/wire.hpp"

/// The messages between a process that wants plans executed and a worker. Each message begins with its kind.
///
///   asking process            worker
///   hello               →
///                       ←     hello                     both say what they are, and stop if they differ
///   execute             →
///                       ←     progress …
///   stop                →                               nobody wants the result any more
///                       ←     fields                    the frame's fields: how large they are
///   lend                →                               memory for them, with descriptors of what is new
///                       ←     frame, nothing or failure
///   trim                →                               give memory back
namespace heteroscope {

enum class MessageKind { hello, execute, stop, lend, trim, progress, fields, frame, nothing, failure };

/// The identity of a process: its protocol and its build.
struct Hello {
  static constexpr std::uint32_t present_protocol = 1;
  std::uint32_t protocol = present_protocol;
  std::string version;
  std::string commit;
};
/// Returns the identity of this program.
Hello own_hello();
/// Returns why these two cannot speak with each other; empty if they can.
std::string difference(const Hello& here, const Hello& there);

/// An execution's options (core/frame/options.hpp), without those who watch over it.
struct Wish {
  enum class For { whole, interactive, timed, checked, part, partials };
  For what = For::whole;
  Destination destination = Destination::host;
  bool summarize = true;
  bool trace = false;
  bool from_start = false;
  CacheState caches = CacheState::as_it_is;
  bool can_be_stopped = false;
  bool tells_progress = false;
  std::optional<int> band;
  std::optional<std::vector<std::vector<double>>> reduced;
  double at = 0;
};
/// Throws BadInput for options that ask for what only this process can do.
Wish wish_of(const ExecuteOptions& options);
/// Returns whoever waits for an execution with such options.
Waiter waiter_of(const ExecuteOptions& options);
/// Returns the options that a worker executes with. `wish` outlives them.
ExecuteOptions options_of(const Wish& wish, const Waiter& waiter);

/// A person's file with a variant that a plan uses.
struct OwnFile {
  std::string path;
  std::string text;
  bool operator==(const OwnFile&) const = default;
};

/// A plan to execute: its settings, as a file has them, and the part of the result that it is for.
struct ExecuteRequest {
  std::uint64_t number = 0;
  std::vector<OwnFile> own;
  std::string settings;
  std::optional<Cutout> part;  ///< none: all of it
  Wish wish;
};

/// Memory that is lent, for the fields of a frame in their order.
struct Lent {
  std::vector<std::uint64_t> blocks;       ///< by number; 0 for a field without values of its own
  std::vector<std::uint64_t> bytes;        ///< that each has
  std::vector<std::uint64_t> descriptors;  ///< the blocks that are new: a descriptor for each goes along
  std::vector<std::string> names;          ///< by field: that of a block on a GPU (device::SharedHandle); else empty
  std::vector<std::uint64_t> gone;         ///< blocks that are lent no more
};

template <class Wire>
void exchange(Wire& wire, Hello& hello) {
  wire(hello.protocol, hello.version, hello.commit);
}
template <class Wire>
void exchange(Wire& wire, Cutout& part) {
  wire(part.x, part.y, part.size, part.whole);
}
template <class Wire>
void exchange(Wire& wire, Wish& wish) {
  exchange_choice(wire, wish.what, Wish::For::partials);
  exchange_choice(wire, wish.destination, Destination::screen);
  exchange_choice(wire, wish.caches, CacheState::cold);
  wire(wish.summarize, wish.trace, wish.from_start, wish.can_be_stopped, wish.tells_progress, wish.band, wish.reduced,
       wish.at);
}
template <class Wire>
void exchange(Wire& wire, OwnFile& file) {
  wire(file.path, file.text);
}
template <class Wire>
void exchange(Wire& wire, ExecuteRequest& request) {
  wire(request.number, request.own, request.settings, request.part, request.wish);
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

/// Returns the beginning of a message of that kind.
WireWriter beginning(MessageKind kind);
/// Returns a message of that kind with these values.
template <class... Values>
std::vector<std::uint8_t> message(MessageKind kind, const Values&... values) {
  WireWriter wire = beginning(kind);
  if constexpr (sizeof...(values) > 0) wire(values...);
  return wire.bytes();
}
/// Reads the kind of a message.
MessageKind kind_of(WireReader& wire);

}  // namespace heteroscope
