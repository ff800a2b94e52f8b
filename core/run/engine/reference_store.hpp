#pragma once

#include <deque>
#include <optional>
#include <utility>

#include "core/run/engine/engine.hpp"

namespace heteroscope {

/// The references of an engine: the one that is wanted, the one that is being computed, and the last ones found.
class ReferenceStore {
 public:
  /// Returns what is known of that problem's; nothing: it was not computed.
  [[nodiscard]] std::optional<Reference> find(const Problem& problem) const {
    for (const Found& each : found_) {
      if (each.settings.problem == problem) return each.reference;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool is_wanted() const { return wanted_.has_value(); }
  /// Returns whether one is to be computed: false where that is happening.
  bool want(const Settings& settings) {
    if (under_way_ && under_way_->problem == settings.problem) return false;
    wanted_ = settings;
    return true;
  }
  void forget_wanted() { wanted_.reset(); }

  /// The wanted one is being computed from now on, until end() or keep(). Returns its settings.
  std::optional<Settings> begin() {
    under_way_ = std::exchange(wanted_, std::nullopt);
    return under_way_;
  }
  void end() { under_way_.reset(); }
  void keep(const Settings& settings, Reference reference) {
    constexpr std::size_t kept = 4;
    end();
    found_.push_back({settings, std::move(reference)});
    if (found_.size() > kept) found_.pop_front();
  }

 private:
  struct Found {
    Settings settings;
    Reference reference;
  };
  std::optional<Settings> wanted_;
  std::optional<Settings> under_way_;
  std::deque<Found> found_;
};

}  // namespace heteroscope
