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

/// The references of an engine: the one that is wanted, the one that is being computed, and the last ones found.
class ReferenceStore {
 public:
  /// Returns what is known of that one; nothing: it was not computed.
  [[nodiscard]] std::optional<Reference> find(const ComparedWith& what) const {
    for (const Found& each : found_) {
      if (each.what.is_of(what)) return each.reference;
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
    found_.push_back({what, std::move(reference)});
    if (found_.size() > kept) found_.pop_front();
  }

 private:
  struct Found {
    ComparedWith what;
    Reference reference;
  };
  std::optional<ComparedWith> wanted_;
  std::optional<ComparedWith> under_way_;
  std::deque<Found> found_;
};

}  // namespace heteroscope
