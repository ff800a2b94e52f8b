#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/tune/space.hpp"
#include "app/tune/surrogate.hpp"
#include "core/numbers/dice.hpp"

namespace heteroscope {

/// Says which candidate is worth measuring next, from what those before took: nothing here measures, or knows what a
/// candidate is. The same seed and the same answers give the same questions.
class TuneProposer {
 public:
  TuneProposer(const TuneSpace& space, std::uint64_t seed);

  /// None: all have been asked for.
  std::optional<std::size_t> next();
  /// One that the answers have no part in; none: likewise.
  std::optional<std::size_t> next_by_chance();
  /// Tells the time of the last candidate; none: it cannot be used, and says nothing of others.
  void tell(std::optional<double> ms);

  /// By how much the best known could be improved on as far as the surrogate can tell, as a share; infinite before it
  /// can.
  [[nodiscard]] double hope() const { return hope_; }

 private:
  [[nodiscard]] std::vector<double> values() const;
  std::optional<std::size_t> first_ones();
  std::optional<std::size_t> farthest();
  std::optional<std::size_t> most_promising();
  std::optional<std::size_t> beside_best();
  void refresh();

  const TuneSpace& space_;
  TuneFeatures features_;
  TuneNeighbors neighbors_;
  Dice dice_;
  std::vector<char> asked_;
  std::vector<std::size_t> order_;  // of all candidates, by chance
  std::optional<std::size_t> last_;
  std::vector<std::size_t> measured_;
  std::vector<double> logs_;  // of what they took
  std::unique_ptr<TuneSurrogate> surrogate_;
  std::size_t fitted_ = 0;  // how many had been measured when its scales were fitted
  std::size_t known_ = 0;   // to the surrogate
  double hope_;
};

}  // namespace heteroscope
