#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/production/iteration/iteration_state.hpp"
#include "app/production/unfinished.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// The state of an iteration beside the file that its result is going to be: FILE.unfinished, with its planes twice,
/// one of which is whole whatever ends the program, and FILE.unfinished.json, which says which one it is. Of ranks each
/// writes and reads its own rows, and rank 0 says what all have kept.
class CheckpointFile final : public CheckpointStore {
 public:
  /// Told how many steps there are of how many; whether to go on.
  using Told = std::function<bool(std::int64_t step, std::int64_t target)>;

  /// Looks at all that can be known before. `resume`: an unfinished one is there. Throws BadInput where there is none,
  /// or another's, or where the disk has no room for it.
  CheckpointFile(const Plan& plan, std::filesystem::path out, bool resume, Told told);
  /// What nobody can go on with is gone.
  ~CheckpointFile() override;
  CheckpointFile(const CheckpointFile&) = delete;
  CheckpointFile& operator=(const CheckpointFile&) = delete;

  [[nodiscard]] const IterationPoint* begun() const override { return begun_ ? &*begun_ : nullptr; }
  void restore(std::span<const FieldView> planes, Rows rows) override;
  void keep(const IterationPoint& point, std::span<const FieldView> planes, Rows own, Peers* peers) override;
  bool go_on(std::int64_t step, std::int64_t target) override;

  /// The result is in its place: nothing is left beside it.
  void finish();
  /// "step 4000 of 20000 of a.npy"; empty where nothing is kept.
  [[nodiscard]] std::string kept_text() const;

 private:
  void take_over(std::int64_t target);
  void look_at_room() const;
  void open();
  [[nodiscard]] std::uint64_t place(int half, int plane, int row) const;
  [[nodiscard]] std::uint32_t sum_in_file(int plane, Rows rows);
  void check_sums();

  Unfinished unfinished_;
  Told told_;
  Size size_;
  int planes_;
  std::size_t row_bytes_;
  std::size_t strokes_;
  std::int64_t target_;
  bool writes_;  ///< it is the one that says what is kept
  IterationState state_;
  std::optional<IterationPoint> begun_;
  bool kept_ = false;  ///< there is something to go on with
  bool seen_ = true;   ///< it is what it says, on all ranks
  bool open_ = false;
};

}  // namespace heteroscope
