#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/world/launch.hpp"

namespace heteroscope {

/// A message from one rank to another.
struct Message {
  int from = 0;
  std::vector<std::byte> bytes;
};

/// The other processes that work on the same thing: the one door to MPI, which stands behind it in a library of its own
/// that is loaded only where mpirun has started the program. Any thread may call; no call waits for another rank, but
/// for end(). Each throws BadInput, naming the rank, where MPI refuses.
class World {
 public:
  virtual ~World() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int count() const = 0;
  /// The messages from one rank to another arrive in the order that they were sent in.
  virtual void send(int to, std::vector<std::byte> bytes) = 0;
  /// One that has arrived; none where there is no such.
  virtual std::optional<Message> receive() = 0;
  /// Whether all that was sent is on its way: its memory is free again. To be asked now and then: large messages go on
  /// only while somebody does, or receives.
  virtual bool all_sent() = 0;
  /// Whether a message has begun to arrive: it goes on only while receive() is called.
  [[nodiscard]] virtual bool arrives() = 0;
  /// Waits for all ranks to come here; no other call may follow.
  virtual void end() = 0;
  /// Ends all ranks at once.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// The name of the function that the separate library offers.
inline constexpr const char* make_world_name = "heteroscope_make_world";
using MakeWorld = World* (*)();

/// The ranks that mpirun has started this one with. Throws BadInput where the program was built without MPI, or where
/// the MPI that it was built with is not the one that started it.
std::unique_ptr<World> enter_world(const Launch& launch);

}  // namespace heteroscope
