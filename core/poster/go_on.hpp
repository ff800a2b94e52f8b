#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/poster/poster_file.hpp"

namespace heteroscope {

/// Goes on with a file that another process has begun, once every piece that is kept was held against its checksum; one
/// that is damaged is computed again. `asked`: with a piece's number, whether to go on. Returns how many pieces were
/// computed again; nothing where it was given up. Throws what PosterFile does, and BadInput where a piece that is
/// computed again has other bytes than were kept.
std::optional<std::int64_t> go_on_with(PosterFile& file, Size piece, const Kept& kept, const ComputePart& compute,
                                       const std::function<bool(std::int64_t)>& asked);

}  // namespace heteroscope
