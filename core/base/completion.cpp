#include "core/base/completion.hpp"

#include <atomic>

namespace heteroscope {
namespace {

std::atomic<CompletionListener>& the_listener() {
  static std::atomic<CompletionListener> listener{nullptr};
  return listener;
}

}  // namespace

void listen_for_completions(CompletionListener listener) {
  the_listener() = listener;
}

void announce_completion() {
  if (const CompletionListener listener = the_listener(); listener != nullptr) listener();
}

}  // namespace heteroscope
