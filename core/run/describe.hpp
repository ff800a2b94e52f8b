#pragma once

#include <functional>

#include "core/device/device.hpp"
#include "core/frame/frame.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope {

class Peers;

/// The stream on which work for that GPU goes.
using StreamOf = std::function<const device::Stream&(int gpu)>;

/// The distances of the computed pixels from the set.
Field distances_in(const Frame& frame, BufferPool& pool);

/// Adds to a frame whose result is there all that is said about it: its summary, what colors need of its values, the
/// workload's figures. `peers`: those that have the other bands of it, all of which call it; null: there are none.
void describe(Frame& frame, BufferPool& pool, const StreamOf& stream_of, Peers* peers);

/// Adds what colors by quantiles need of the values of a frame that describe() has described elsewhere.
void add_quantiles(Frame& frame);

}  // namespace heteroscope
