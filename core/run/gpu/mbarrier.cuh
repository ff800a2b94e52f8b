#pragma once

#include <cstdint>
#include <nv/target>

/// Barriers in shared memory at which threads wait for copies by the hardware, or for each other's arrivals (compute
/// capability 9.0). Their phases are numbered from 0; one is complete when all its arrivals have been made and all its
/// bytes have come. Instructions and their meaning: PTX ISA, "Parallel Synchronization and Communication Instructions:
/// mbarrier". In code for older GPUs, which is never run, these functions are empty.
namespace heteroscope::mbarrier {

using Barrier = std::uint64_t;

__device__ inline std::uint32_t in_shared(const void* memory) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
}

/// Initializes the barrier, with so many arrivals a phase. One thread calls it; a __syncthreads(), or the cluster's
/// barrier if other blocks use it, too, follows before any other thread does.
__device__ inline void init(Barrier& barrier, std::uint32_t arrivals) {
  NV_IF_TARGET(NV_PROVIDES_SM_90,
               (asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(in_shared(&barrier)), "r"(arrivals)
                             : "memory");
                asm volatile("fence.mbarrier_init.release.cluster;" ::
                                 : "memory");
                asm volatile("fence.proxy.async.shared::cta;" ::
                                 : "memory");))
}
/// Makes an arrival, and has the present phase wait for so many bytes more; some of them may have come already.
__device__ inline void expect(Barrier& barrier, std::uint32_t bytes) {
  NV_IF_TARGET(
      NV_PROVIDES_SM_90,
      (asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(in_shared(&barrier)), "r"(bytes)
                    : "memory");))
}
/// Makes an arrival at the barrier that lies, in that block of the cluster, where `own` lies in this one. What the
/// thread has done before is done for whoever waits there (wait_in_cluster()).
__device__ inline void arrive_at_block(Barrier& own, std::uint32_t block) {
  NV_IF_TARGET(NV_PROVIDES_SM_90,
               (asm volatile("{ .reg .u32 there; mapa.shared::cluster.u32 there, %0, %1; "
                             "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there]; }" ::"r"(in_shared(&own)),
                             "r"(block)
                             : "memory");))
}
/// Returns when the phase is complete; what was copied for it is visible to the thread then. `parity` is that of the
/// phase's number; the phase is the present one or the last.
__device__ inline void wait(Barrier& barrier, std::uint32_t parity) {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (std::uint32_t here = 0; while (here == 0) {
                 asm volatile(
                     "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(here)
                     : "r"(in_shared(&barrier)), "r"(parity)
                     : "memory");
               }))
}
/// The same where other blocks of the cluster arrive, or have the bytes copied.
__device__ inline void wait_in_cluster(Barrier& barrier, std::uint32_t parity) {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (std::uint32_t here = 0; while (here == 0) {
                 asm volatile(
                     "{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; "
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(here)
                     : "r"(in_shared(&barrier)), "r"(parity)
                     : "memory");
               }))
}

}  // namespace heteroscope::mbarrier
