#pragma once

namespace heteroscope {

/// Called on the thread that has completed something: it returns soon and throws nothing.
using CompletionListener = void (*)();

/// Whom announce_completion() calls from now on; null: nobody. There is one, the window that shows what is computed.
void listen_for_completions(CompletionListener listener);

/// Something is there that another thread may be waiting for. Called without any lock: the listener may take some.
void announce_completion();

}  // namespace heteroscope
