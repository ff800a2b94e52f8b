#pragma once

#include <chrono>

/// The clock by which both ends of a link judge how long the other one has been silent.
namespace heteroscope {

/// Returns the steady clock's time, and what let_time_pass() has added. The steady clock stands still while a machine
/// sleeps; while its process is stopped, it goes on.
std::chrono::steady_clock::time_point link_now();
/// For this process more time has passed than it has seen, as for one that was stopped: tests do not wait for it.
void let_time_pass(std::chrono::seconds duration);

}  // namespace heteroscope
