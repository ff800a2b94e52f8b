#pragma once

#include <memory>

#include "app/production/movie/movie.hpp"

namespace heteroscope {

/// The size of all frames. Throws BadInput if they cannot be computed.
Size frame_size(const MovieOrder& order);

/// A video of the pictures in the folder of an order's frames (frames_folder()), which are all there once it runs.
/// Throws what VideoFile does.
std::unique_ptr<Production> make_encoded_frames(const MovieOrder& order, const Waiter& waiter);

}  // namespace heteroscope
