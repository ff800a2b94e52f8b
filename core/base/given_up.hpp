#pragma once

namespace heteroscope {

/// Thrown out of work that somebody has asked to end, where nothing else tells it from finished work. It never leaves
/// the thread that it is thrown in, nor the production or the search that the work was for.
struct GivenUp {};

}  // namespace heteroscope
