#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/memory/buffer.hpp"
#include "core/run/iteration/plane_rows.hpp"
#include "core/run/ranks/rank_use.hpp"
#include "core/types/field_view.hpp"
#include "core/types/participant.hpp"
#include "core/world/communicator.hpp"

namespace heteroscope {

/// Between a participant whose rows end where another rank's begin, and that rank. Each sends as often as the other
/// receives. There is one class for each way that rows can go.
class Halo {
 public:
  virtual ~Halo() = default;
  /// The data that the other end must know before anything is sent.
  virtual std::vector<std::byte> invite() { return {}; }
  /// Accepts the data from the other end. Throws BadInput or DeviceError if rows cannot be sent this way, as a
  /// constructor does.
  virtual void accept(std::span<const std::byte> /*theirs*/) {}
  /// Rows of some planes, all of the same size, go there; once it returns they may be overwritten.
  virtual void send(std::span<const FieldView> planes, Rows rows) = 0;
  /// Waits until the rows that the other has sent are in these planes.
  virtual void receive(std::span<const FieldView> planes, Rows rows) = 0;
  /// When both have come to their end.
  virtual void close() {}
};

/// Where a halo begins, where it goes, and what passes at most.
struct HaloEnds {
  Communicator& communicator;
  int other = 0;  ///< the rank
  Participant participant;
  MemoryKind memory = MemoryKind::host;  ///< of a GPU's participant
  std::size_t most_bytes = 0;
  BufferPool& pool;
};

struct OpenHalo {
  HaloWay way = HaloWay::automatic;
  std::unique_ptr<Halo> halo;
};

/// Both ends call it. Throws BadInput where rows cannot go that way; another is taken by `automatic` alone, which both
/// ends find to be the same one.
OpenHalo open_halo(HaloWay way, const HaloEnds& ends);

}  // namespace heteroscope
