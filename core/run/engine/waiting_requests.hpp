#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/run/engine/engine.hpp"

namespace heteroscope {

/// The requests that an engine has still to serve: the newest one, and before it one whose coarse picture a machine
/// elsewhere was asked for already, while the picture before was on its way.
class WaitingRequests {
 public:
  struct Next {
    Request request;
    int factor = 0;  ///< of the coarse picture that the machine was asked for; 0: it was asked for none
  };

  [[nodiscard]] bool any() const { return newest_ || ahead_; }
  /// Takes the place of the newest one.
  void put(Request request) { newest_ = std::move(request); }
  void drop_ahead() { ahead_.reset(); }
  void clear() {
    newest_.reset();
    ahead_.reset();
  }

  /// Returns the one that is to be served now; nothing: none waits.
  std::optional<Next> take() {
    if (ahead_) return std::exchange(ahead_, std::nullopt);
    if (!newest_) return std::nullopt;
    return Next{.request = *std::exchange(newest_, std::nullopt)};
  }

  /// Marks the newest one as asked for ahead. Returns its settings; nothing where another one is ahead already, or
  /// where that machine would not compute its coarse picture.
  std::optional<Settings> ask_ahead(const std::string& machine, int factor) {
    if (ahead_ || !newest_ || newest_->repeat || newest_->settings.execution.machine != machine) return std::nullopt;
    ahead_ = {.request = *std::exchange(newest_, std::nullopt), .factor = factor};
    return ahead_->request.settings;
  }

 private:
  std::optional<Request> newest_;
  std::optional<Next> ahead_;
};

}  // namespace heteroscope
