#pragma once

#include <cstdint>
#include <functional>

#include "core/poster/poster_file.hpp"

namespace heteroscope {

/// Gives a part's colors: room for them is at the pointer.
using PartColors = std::function<void(const Cutout&, std::uint32_t*)>;

/// Writes a result that is there whole: its values, with zeros where it has none. Throws what PosterFile does.
void put_whole(PosterFile& file, const FieldView& values);
/// Puts a whole picture likewise.
void put_whole(PosterFile& file, const PartColors& colors);

}  // namespace heteroscope
