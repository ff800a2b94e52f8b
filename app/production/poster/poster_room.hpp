#pragma once

#include <string>
#include <string_view>

#include "app/production/poster/part_maker.hpp"
#include "app/production/unfinished.hpp"

namespace heteroscope {

/// Whether the disk has room for the poster, of which so many bytes are there. Compressed bytes are not known before: a
/// few tiles are computed and compressed where a bad case would not fit. Returns a line about what is not certain, with
/// `how_to_go_on` of a poster that the disk had no room for, or nothing. Throws BadInput where it does not fit in the
/// best case, or by twice the room as those tiles say.
std::string look_at_room(const Unfinished& unfinished, PosterFile& poster, PartMaker& maker, std::uint64_t kept,
                         std::string_view how_to_go_on);

}  // namespace heteroscope
