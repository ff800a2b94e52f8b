#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/run/frame.hpp"

namespace heteroscope {

/// A picture that was kept, to compare others with it.
struct KeptPicture {
  char letter = 'A';
  std::string made_by;  ///< "simd_tuned, fp64"
  std::string about;    ///< "simd_tuned, fp64, 1036 × 727"
  std::shared_ptr<const Frame> frame;
  [[nodiscard]] std::string name() const { return {letter}; }
};

/// Pictures of a workload, of which one is chosen.
class KeptPictures {
 public:
  static constexpr std::size_t most = 6;
  static constexpr std::size_t most_bytes = std::size_t{1} << 30;

  KeptPictures() = default;
  /// Of so many bytes at most, but for one that is larger.
  explicit KeptPictures(std::size_t bytes) : room_(bytes) {}

  /// It gets the first letter that is free, and is chosen; the oldest ones go where there would be too many, or too
  /// many bytes of them. One that is kept already is only chosen.
  const KeptPicture& keep(std::shared_ptr<const Frame> frame);
  void choose(char letter);
  /// The one before it is chosen then.
  void drop(char letter);
  /// Null: there is none.
  [[nodiscard]] const KeptPicture* chosen() const;
  /// The one after the chosen; null after the last.
  [[nodiscard]] const KeptPicture* next() const;
  /// Of all of their values.
  [[nodiscard]] std::size_t bytes() const;
  /// By their letters.
  [[nodiscard]] const std::vector<KeptPicture>& all() const { return all_; }

 private:
  [[nodiscard]] std::vector<KeptPicture>::const_iterator find(char letter) const;

  std::vector<KeptPicture> all_;
  std::vector<char> ages_;  // letters, the oldest first
  char chosen_ = 0;
  std::size_t room_ = most_bytes;
};

}  // namespace heteroscope
