#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heteroscope {

/// Something to choose, and what can be chosen.
struct TuneAxis {
  std::string id;  ///< "variant", "block_x", "chunk"
  std::string label;
  std::vector<std::string> values;  ///< as people read them
  /// The number of each value, ascending; empty: the values are names, of which none is nearer to another.
  std::vector<double> numbers;
  /// Axes of one whole are factors of a number that matters by itself: a block's sides, of its threads.
  std::string whole;

  [[nodiscard]] bool ordered() const { return !numbers.empty(); }
};

/// The place of a candidate's value on each axis; not_there where the axis means nothing to it.
using TunePlaces = std::vector<int>;
inline constexpr int not_there = -1;

/// Where the best is sought: a list of candidates, which need not be all that the axes could make.
struct TuneSpace {
  std::vector<TuneAxis> axes;
  std::vector<TunePlaces> candidates;
  std::vector<std::size_t> starts;  ///< those that somebody thought good: they are tried first

  /// Null: there is no such axis.
  [[nodiscard]] const TuneAxis* find_axis(std::string_view id) const;
  /// The number of an axis that it has.
  [[nodiscard]] std::size_t axis_number(std::string_view id) const;
  /// "simd, 2 threads": the values that a candidate has, where the axis offers a choice.
  [[nodiscard]] std::string text(std::size_t candidate) const;
};

/// Candidates as points: a number a feature, those of ordered axes from 0 to 1 by their logarithms where they are
/// positive, and one more for each whole; of names the place.
class TuneFeatures {
 public:
  explicit TuneFeatures(const TuneSpace& space);

  [[nodiscard]] std::size_t count() const { return named_.size(); }
  [[nodiscard]] bool named(std::size_t feature) const { return named_[feature] != 0; }
  /// How far two candidates are from each other in a feature, squared: 0 to 1; 1 between different names, and between
  /// one that has no such thing and one that has.
  [[nodiscard]] double apart(std::size_t feature, std::size_t a, std::size_t b) const {
    const double x = at_[a * count() + feature];
    const double y = at_[b * count() + feature];
    if (x == y) return 0;
    if (named(feature) || x < 0 || y < 0) return 1;
    return (x - y) * (x - y);
  }

 private:
  std::vector<char> named_;
  std::vector<double> at_;  // by candidate; -1: not there
};

/// Who differs from whom in one choice.
class TuneNeighbors {
 public:
  explicit TuneNeighbors(const TuneSpace& space);
  /// On ordered axes the next two values that there are to either side; of names all others. Sides of a whole are also
  /// exchanged for each other: one gets a place longer as the other gets a place shorter.
  [[nodiscard]] std::vector<std::size_t> of(std::size_t candidate) const;

 private:
  [[nodiscard]] std::optional<std::size_t> find(const TunePlaces& places) const;
  void add_along(std::size_t axis, std::size_t candidate, std::vector<std::size_t>& out) const;
  void add_exchanged(std::size_t candidate, std::vector<std::size_t>& out) const;

  const TuneSpace& space_;
  std::unordered_map<std::string, std::size_t> by_places_;
};

}  // namespace heteroscope
