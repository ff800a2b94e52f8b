#pragma once

#include <functional>

#include "core/plan/partition.hpp"
#include "core/poster/pieces.hpp"
#include "core/run/ranks/field_band.hpp"
#include "core/world/communicator.hpp"

namespace heteroscope {

/// Takes a piece of a result; its rows follow each other.
using PutPiece = std::function<void(const Cutout&, const FieldView&)>;

/// Brings a result of which each rank has a band to rank 0, piece by piece in their order, for `put`: at no time is
/// more of it there than rank 0's own band, a piece, and another one that is under way. All ranks call it, with the
/// same pieces. Throws what Communicator throw, and `put`.
void bring_pieces(Communicator& communicator, const Parts& bands, const FieldBand& own, const Pieces& pieces,
                  const PutPiece& put);

}  // namespace heteroscope
