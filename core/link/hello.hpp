#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device/cpu/cpu_facts.hpp"
#include "core/device/device.hpp"
#include "core/link/wire.hpp"

namespace heteroscope {

/// The processors of a computer, as its own program finds them.
struct MachineFacts {
  CpuFacts cpu;
  std::vector<device::Facts> gpus;  ///< by their numbers, one at least
};
/// Returns those of this computer.
MachineFacts own_facts();

/// The identity of a process: its protocol and its build, and what it can. What follows the commit is read by programs
/// of the same protocol alone, so that any two can tell each other which they are.
struct Hello {
  static constexpr std::uint32_t present_protocol = 10;
  std::uint32_t protocol = present_protocol;
  std::string version;
  std::string commit;
  bool lends_memory = false;  ///< the asking process: fields' values go through memory that both have, not as messages
  MachineFacts facts;         ///< of the worker's machine; the asking process says nothing of its own
};
/// Returns the identity of this program.
Hello own_hello();
/// Returns why these two cannot speak with each other, in a sentence that begins with `who` is there; empty if they
/// can.
std::string difference(const Hello& here, const Hello& there, std::string_view who = "the worker");

/// Throws BadInput where a machine's facts cannot be true; makes their texts printable.
void check_facts(MachineFacts& facts);

template <class Wire>
void exchange(Wire& wire, CpuFacts& cpu) {
  wire(cpu.name, cpu.threads, cpu.mhz, cpu.vector_target, cpu.memory_bytes);
}

namespace device {

template <class Wire>
void exchange(Wire& wire, MultiprocessorLimits& limits) {
  wire(limits.threads, limits.blocks, limits.registers, limits.shared_bytes, limits.reserved_shared,
       limits.shared_unit);
}

template <class Wire>
void exchange(Wire& wire, Facts& gpu) {
  for (std::uint8_t& byte : gpu.uuid) wire(byte);
  wire(gpu.available, gpu.lost, gpu.why_not, gpu.name, gpu.is_instance, gpu.exclusive, gpu.driver_version,
       gpu.runtime_version, gpu.major, gpu.minor, gpu.held_to, gpu.multiprocessors, gpu.multiprocessor_numbers,
       gpu.multiprocessor, gpu.max_threads_per_block, gpu.shared_bytes_per_block, gpu.clock_khz, gpu.memory_clock_khz,
       gpu.memory_bus_bits, gpu.fp32_per_fp64, gpu.memory_bytes, gpu.l2_bytes, gpu.concurrent_managed_access,
       gpu.can_map_host_memory, gpu.cooperative_launch, gpu.clusters, gpu.limits_launch_time);
}

}  // namespace device

template <class Wire>
void exchange(Wire& wire, MachineFacts& facts) {
  wire(facts.cpu, facts.gpus);
}

template <class Wire>
void exchange(Wire& wire, Hello& hello) {
  wire(hello.protocol, hello.version, hello.commit);
  if (hello.protocol == Hello::present_protocol) wire(hello.lends_memory, hello.facts);
}

}  // namespace heteroscope
