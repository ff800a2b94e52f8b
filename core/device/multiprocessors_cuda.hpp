#pragma once

#include <optional>
#include <string>

struct CUstream_st;

/// HETEROSCOPE_MULTIPROCESSORS=N: the program's streams have no more than so many multiprocessors of each card, as if
/// the cards were smaller; HETEROSCOPE_LIKE asks for those of a common card. By CUDA's green contexts, which give them
/// out in groups (of 8 since compute capability 9.0).
namespace heteroscope::device {

/// The limits to which a card's streams are held.
struct Held {
  int multiprocessors = 0;
  std::string why_not;  ///< one line; set where it cannot be
};
/// Nothing where they are not held.
std::optional<Held> held_multiprocessors(int card);

/// A stream of the card, which is the one in use, that has these alone; null where they are not held. Throws
/// DeviceError.
CUstream_st* make_held_stream(int card);

}  // namespace heteroscope::device
