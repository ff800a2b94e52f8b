#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace heteroscope {

/// Bytes that go between ranks from where they lie to where they are wanted, without a letter around them: a GPU's
/// memory, too, of which neither World nor this knows anything. No call waits. What is begun goes on while somebody
/// asks, or receives letters; its memory is kept until then.
class Mover {
 public:
  virtual ~Mover() = default;
  using Move = std::uint64_t;
  /// The moves from one rank to another are taken in the order in which they were begun, each by one of as many bytes.
  virtual Move move_to(int to, std::shared_ptr<const void> memory, std::size_t bytes) = 0;
  virtual Move move_from(int from, std::shared_ptr<void> memory, std::size_t bytes) = 0;
  /// Whether it is over: what came is there, what went may be overwritten.
  virtual bool has_moved(Move move) = 0;
};

}  // namespace heteroscope
