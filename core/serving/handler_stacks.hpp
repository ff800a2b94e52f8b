#pragma once

#include <cstddef>
#include <cstdint>

namespace heteroscope {

/// A stack on which the calling thread's handlers of signals run, as long as it lives, unless the thread has one: that
/// of the thread itself may be used up.
class HandlerStack {
 public:
  HandlerStack();
  ~HandlerStack();
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;

 private:
  void* memory_ = nullptr;  ///< null: there is none
};

/// From now on each thread that this process begins has a HandlerStack, whoever begins it: OpenMP, the C++ library, or
/// a person's function. The calling thread has one, too, which stays.
void give_threads_handler_stacks();

/// Returns whether an access to that address means that the calling thread has used up its stack: it lies at its end.
/// False in a thread that has no HandlerStack of these. A handler of signals may call it.
bool is_at_end_of_stack(std::uintptr_t address) noexcept;

}  // namespace heteroscope
