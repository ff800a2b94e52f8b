#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/results/result.hpp"

/// Cliffs: where a variant's time jumps although what it computes hardly changes.
namespace heteroscope {

/// One of a row of problems, each like the one before but for a size, a parameter or a block.
struct Rung {
  std::string name;
  double ms = 0;                   ///< the median
  double low_ms = 0, high_ms = 0;  ///< its 95 % interval
  /// What the problem needs at least, in any unit: the time that the nearer ceiling leaves it.
  double need = 0;
  double operations = 0;  ///< of the plain loop; 0: not known
};

enum class CliffKind {
  steep,    ///< it takes more for what it needs than its neighbor, which needs as much or less
  inverted  ///< it needs less than another that has no fewer operations, and takes longer
};

/// A rung that takes longer than another lets expect.
struct Cliff {
  std::size_t at = 0, beside = 0;  ///< places in the ladder
  CliffKind kind = CliffKind::steep;
  double factor = 1;  ///< by how much: of steep ones time by need, of inverted ones time
};

struct CliffRule {
  double bound = 1.3;   ///< of the steep: a neighbor's time by need, times this
  bool rising = false;  ///< of equal needs the later rung has more to do, as a larger radius within a copy's time
};

/// The cliffs of a ladder, each rung at most once, by the neighbor or other rung that shows it most. Steep: more than
/// `bound` times a neighbor's time by need, where it needs no less than that, since smaller problems also pay what
/// every launch takes. Inverted: more than 1.03 times the time of a problem that has more to do. Both are judged by the
/// intervals' ends, so that noise alone is no cliff. Needs within 1 % are equal. A problem with fewer operations never
/// counts as the larger one: what a small problem needs is mostly the time of a launch.
std::vector<Cliff> cliffs_in(std::span<const Rung> ladder, const CliffRule& rule);

/// The same variant over several problems.
struct Ladder {
  std::string of;  ///< "fp32 gpu cuda_fused"
  std::vector<Rung> rungs;
  std::vector<std::string> undecided;  ///< measured too few times, or beside other programs
};

/// Adds a rung of that name to the ladder of each row. A row's need is its time times its share of the nearer ceiling;
/// where it has none, its operations. Throws BadInput if two rows are of one ladder.
void add_rungs(std::vector<Ladder>& ladders, const std::string& name, const Result& result);

}  // namespace heteroscope
