#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/link/wire.hpp"

/// The messages between a process that wants plans executed and a worker. Each message begins with its kind, and each
/// that is about an execution then has its number.
///
///   asking process            worker
///   hello               →
///                       ←     hello                     both say what they are, and stop if they differ
///   part …              →                               a file that later requests read; to machines elsewhere
///   drop                →                               one that none reads any more
///   execute             →                               with memory for the fields that it is likely to have
///                       ←     progress …
///   stop                →                               nobody wants the result any more
///                       ←     fields                    the frame's fields: how large they are
///   lend                →                               memory for them, with descriptors of what is new,
///                                                       unless they fit into what came with the request;
///                       ←     values …                  or their values in bands, where no memory is lent
///   taken               →                               so many bytes of those bands: room for the next ones
///                       ←     frame, nothing or failure
///   trim                →                               give memory back
///   begin               →                               a command of the program, executed there as a run, which the
///                       ←     done or failure           end of this conversation does not end
///   follow              →                               what a run prints and writes, until its end
///                       ←     output …, file …, ended, or failure
///   forget              →                               what a run has left is not wanted there any more
///                       ←     done or failure
///   runs                →
///                       ←     runs                      those that are there
///   echo                →
///                       ←     echo                      with as many bytes as were asked for
///   alive               ↔                               nothing: this side lives
///   compile             →                               to a process that compiles kernels, which knows nothing else
///                       ←     compiled
namespace heteroscope {

enum class MessageKind {
  hello,
  execute,
  stop,
  lend,
  trim,
  progress,
  fields,
  frame,
  nothing,
  failure,
  part,
  drop,
  values,
  taken,
  begin,
  follow,
  forget,
  runs,
  done,
  output,
  file,
  ended,
  echo,
  alive,
  compile,
  compiled
};
inline constexpr MessageKind last_message_kind = MessageKind::compiled;

/// Returns the beginning of a message of that kind.
WireWriter beginning(MessageKind kind);
/// Returns a message of that kind with these values.
template <class... Values>
std::vector<std::uint8_t> message(MessageKind kind, const Values&... values) {
  WireWriter wire = beginning(kind);
  if constexpr (sizeof...(values) > 0) wire(values...);
  return std::move(wire).bytes();
}
/// Reads the kind of a message.
MessageKind kind_of(WireReader& wire);

}  // namespace heteroscope
