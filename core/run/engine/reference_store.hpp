#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "core/run/engine/engine.hpp"

namespace heteroscope {

/// What a frame is compared with: the reference of its problem, or its own result, computed once more.
struct ComparedWith {
  Settings settings;                     ///< with which the reference is computed
  std::shared_ptr<const Frame> checked;  ///< the frame that is computed once more; null: the reference is wanted
  [[nodiscard]] bool is_of(const ComparedWith& other) const {
    return checked == other.checked && (checked != nullptr || settings.problem == other.settings.problem);
  }
};

/// The references of an engine: the one that is wanted, the one that is being computed, and the last ones found. Of the
/// frames that were computed once more it has only the last one, until that is taken: they are as large as the picture.
class ReferenceStore {
 public:
  /// Returns what is known of that one; nothing: it was not computed.
  std::optional<Reference> take(const ComparedWith& what) {
    if (what.checked != nullptr) {
      if (!check_ || check_->of.lock() != what.checked) return std::nullopt;
      return std::exchange(check_, std::nullopt)->reference;
    }
    for (const Found& each : found_) {
      if (each.problem == what.settings.problem) return each.reference;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool is_wanted() const { return wanted_.has_value(); }
  /// Returns whether one is to be computed: false where that is happening.
  bool want(const ComparedWith& what) {
    if (under_way_ && under_way_->is_of(what)) return false;
    wanted_ = what;
    return true;
  }
  void forget_wanted() { wanted_.reset(); }

  /// The wanted one is being computed from now on, until end() or keep(). Returns what it is.
  std::optional<ComparedWith> begin() {
    under_way_ = std::exchange(wanted_, std::nullopt);
    return under_way_;
  }
  void end() { under_way_.reset(); }
  void keep(const ComparedWith& what, Reference reference) {
    constexpr std::size_t kept = 4;
    end();
    if (what.checked != nullptr) {
      check_ = {what.checked, std::move(reference)};
      return;
    }
    found_.push_back({what.settings.problem, std::move(reference)});
    if (found_.size() > kept) found_.pop_front();
  }
  /// Frees the frame that was computed once more where nobody has the first one any more, to ask for it.
  void drop_unwanted_check() {
    if (check_ && check_->of.expired()) check_.reset();
  }

 private:
  struct Found {
    Problem problem;
    Reference reference;
  };
  struct FoundCheck {
    std::weak_ptr<const Frame> of;
    Reference reference;
  };
  std::optional<ComparedWith> wanted_;
  std::optional<ComparedWith> under_way_;
  std::deque<Found> found_;
  std::optional<FoundCheck> check_;
};

}  // namespace heteroscope
