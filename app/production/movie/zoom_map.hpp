#pragma once

#include <filesystem>
#include <memory>

#include "app/production/production.hpp"
#include "core/movie/key_frames.hpp"

namespace heteroscope {

/// A zoom as one PNG (see LogPolar), made from pictures each half as wide as the one before, which are its steps. Each
/// pixel has the color of a place at most half a pixel away. Throws BadInput unless there are two key frames between
/// which a view alone moves, or where the colors are not known before, or a picture cannot be computed.
std::unique_ptr<Production> make_zoom_map(const KeyFrames& keys, std::filesystem::path out, Waiter waiter = {});

}  // namespace heteroscope
