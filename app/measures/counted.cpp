#include "app/measures/counted.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace heteroscope {

namespace {

/// Counters by name; no number where there is none.
class ReadCounts {
 public:
  explicit ReadCounts(const device::Counts& counts) : counts_(counts) {}

  double operator()(std::string_view name) const {
    const auto found = counts_.find(std::string(name) + ".sum");
    return found != counts_.end() ? found->second : std::numeric_limits<double>::quiet_NaN();
  }
  /// Chips since Blackwell's for desktops call it by the second name.
  double operator()(std::string_view name, std::string_view other) const {
    const double value = (*this)(name);
    return std::isnan(value) ? (*this)(other) : value;
  }

 private:
  const device::Counts& counts_;
};

/// How a measure is computed from counters; without the model it cannot be.
struct CountedMeasure {
  const char* id;
  const char* name;
  const char* unit;
  const char* about;
  double (*of)(const ReadCounts&);
  double (*model)(const Work&) = nullptr;
};

double dram_read(const ReadCounts& read) {
  return read("dram__bytes_read", "dram__bytes_op_read");
}
double dram_write(const ReadCounts& read) {
  return read("dram__bytes_write", "dram__bytes_op_write");
}
double thread_operations(const ReadCounts& read, const std::string& letter) {
  double sum = 0;
  for (const char* each : {"fma", "add", "mul"})
    sum += read("smsp__sass_thread_inst_executed_op_" + letter + each + "_pred_on");
  return sum;
}

/// The hit rate in percent. Hits and misses may be counted in different passes and all sectors in a third; their ratio
/// to each other never exceeds the whole.
double share_of_hits(double hits, double misses) {
  return 100 * hits / (hits + misses);
}

constexpr int schedulers = 4;  // of a multiprocessor, since Maxwell

const CountedMeasure measures[] = {
    {"time_us", "time", "µs", "the time of the kernel while counting, with caches as the frame before left them",
     [](const ReadCounts& read) { return read("gpu__time_duration") / 1e3; }},
    {"dram_bytes", "memory", "B", "bytes read from and written to the GPU's own memory (DRAM)",
     [](const ReadCounts& read) { return dram_read(read) + dram_write(read); },
     [](const Work& work) { return work.bytes; }},
    {"dram_read_bytes", "  read", "B", "bytes read from the GPU's own memory", dram_read},
    {"dram_written_bytes", "  written", "B", "bytes written to the GPU's own memory", dram_write},
    {"l2_bytes", "L2 cache", "B", "bytes requested from the L2 cache",
     [](const ReadCounts& read) { return read("lts__t_bytes"); }},
    {"l2_hits_percent", "  hits", "%", "share of the requested 32-byte sectors that were in the L2 cache",
     [](const ReadCounts& read) {
       return share_of_hits(read("lts__t_sectors_lookup_hit"), read("lts__t_sectors_lookup_miss"));
     }},
    {"l1_hits_percent", "L1 cache hits", "%",
     "share of the requested 32-byte sectors that were in the L1 cache of the multiprocessor",
     [](const ReadCounts& read) {
       return share_of_hits(read("l1tex__t_sectors_lookup_hit"), read("l1tex__t_sectors_lookup_miss"));
     }},
    {"load_sectors", "sectors per load", "",
     "32-byte sectors of global memory that one load of a warp touches; 4 are 128 bytes side by side",
     [](const ReadCounts& read) {
       return read("l1tex__t_sectors_pipe_lsu_mem_global_op_ld") / read("l1tex__t_requests_pipe_lsu_mem_global_op_ld");
     }},
    {"store_sectors", "sectors per store", "", "32-byte sectors of global memory that one store of a warp touches",
     [](const ReadCounts& read) {
       return read("l1tex__t_sectors_pipe_lsu_mem_global_op_st") / read("l1tex__t_requests_pipe_lsu_mem_global_op_st");
     }},
    {"shared_load_passes", "passes per shared load", "",
     "passes over the banks of shared memory for one load of a warp; more than one if lanes need the "
     "same bank, or 8 or 16 bytes each",
     [](const ReadCounts& read) {
       return read("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld") / read("smsp__inst_executed_op_shared_ld");
     }},
    {"shared_store_passes", "passes per shared store", "",
     "passes over the banks of shared memory for one store of a warp",
     [](const ReadCounts& read) {
       return read("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st") / read("smsp__inst_executed_op_shared_st");
     }},
    {"shared_atomic_passes", "passes per shared atomic", "",
     "passes over the banks of shared memory for one atomic operation of a warp",
     [](const ReadCounts& read) {
       return read("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom") / read("smsp__inst_executed_op_shared_atom");
     }},
    {"operations", "additions, multiplications and multiply-adds", "",
     "floating-point operations, counted for each lane",
     [](const ReadCounts& read) { return thread_operations(read, "f") + thread_operations(read, "d"); },
     [](const Work& work) { return work.operations * work.fma_per_operation; }},
    {"warp_instructions", "instructions", "", "instructions of warps, of any kind",
     [](const ReadCounts& read) { return read("smsp__inst_executed"); }},
    {"lanes_an_instruction", "lanes per instruction", "", "lanes (of 32) that take part in an instruction",
     [](const ReadCounts& read) { return read("smsp__thread_inst_executed") / read("smsp__inst_executed"); }},
    {"uniform_branches_percent", "uniform branches", "%",
     "share of the branches at which all lanes of a warp go the same way",
     [](const ReadCounts& read) {
       return 100 * read("smsp__sass_branch_targets_threads_uniform") / read("smsp__sass_branch_targets");
     }},
    {"resident_warps", "warps on a multiprocessor", "", "warps on a multiprocessor on average, while it has any",
     [](const ReadCounts& read) { return schedulers * read("smsp__warps_active") / read("smsp__cycles_active"); }},
    {"issue_slots_percent", "issue slots used", "%",
     "share of the cycles with warps in which a scheduler issues an instruction",
     [](const ReadCounts& read) { return 100 * read("smsp__issue_active") / read("smsp__cycles_active"); }},
    {"tensor_percent", "tensor cores busy", "%", "share of the cycles with warps in which the tensor cores work",
     [](const ReadCounts& read) { return 100 * read("sm__pipe_tensor_cycles_active") / read("sm__cycles_active"); }},
};

/// What a warp does, or waits for, in each cycle of its life (Nsight Compute, Kernel Profiling Guide: "Warp Stall
/// Reasons").
struct Stall {
  const char* id;
  const char* name;
};
constexpr Stall stalls[] = {
    {"selected", "issues an instruction"},
    {"long_scoreboard", "waits for global memory"},
    {"short_scoreboard", "waits for shared memory or a special function"},
    {"lg_throttle", "waits until a request to global memory can be queued"},
    {"mio_throttle", "waits until a request to shared memory can be queued"},
    {"tex_throttle", "waits until a texture request can be queued"},
    {"math_pipe_throttle", "waits for an arithmetic unit"},
    {"wait", "waits for the result of the instruction before"},
    {"not_selected", "is ready, but another warp is chosen"},
    {"barrier", "waits at a barrier"},
    {"membar", "waits at a memory fence"},
    {"branch_resolving", "waits for a branch"},
    {"no_instruction", "waits for instructions"},
    {"imc_miss", "waits for constants"},
    {"dispatch_stall", "waits for dispatch"},
    {"drain", "waits until its last stores are done"},
    {"sleeping", "sleeps"},
    {"gmma", "waits for tensor cores"},
    {"misc", "waits for something else"},
};

std::string stalled(const Stall& stall) {
  return std::string("smsp__warps_issue_stalled_") + stall.id;
}

std::vector<std::string> make_names() {
  std::vector<std::string> out;
  for (const char* each : {"gpu__time_duration",
                           "dram__bytes_read",
                           "dram__bytes_op_read",
                           "dram__bytes_write",
                           "dram__bytes_op_write",
                           "lts__t_bytes",
                           "lts__t_sectors_lookup_hit",
                           "lts__t_sectors_lookup_miss",
                           "l1tex__t_sectors_lookup_hit",
                           "l1tex__t_sectors_lookup_miss",
                           "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
                           "l1tex__t_sectors_pipe_lsu_mem_global_op_ld",
                           "l1tex__t_requests_pipe_lsu_mem_global_op_st",
                           "l1tex__t_sectors_pipe_lsu_mem_global_op_st",
                           "smsp__inst_executed_op_shared_ld",
                           "smsp__inst_executed_op_shared_st",
                           "smsp__inst_executed_op_shared_atom",
                           "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld",
                           "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st",
                           "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom",
                           "smsp__inst_executed",
                           "smsp__thread_inst_executed",
                           "smsp__sass_branch_targets",
                           "smsp__sass_branch_targets_threads_uniform",
                           "smsp__warps_active",
                           "smsp__cycles_active",
                           "smsp__issue_active",
                           "sm__pipe_tensor_cycles_active",
                           "sm__cycles_active"})
    out.push_back(each);
  for (const char* letter : {"f", "d"}) {
    for (const char* each : {"fma", "add", "mul"})
      out.push_back(std::string("smsp__sass_thread_inst_executed_op_") + letter + each + "_pred_on");
  }
  for (const Stall& each : stalls) out.push_back(stalled(each));
  for (std::string& each : out) each += ".sum";
  return out;
}

}  // namespace

const std::vector<std::string>& counter_names() {
  static const std::vector<std::string> names = make_names();
  return names;
}

std::vector<Counted> counted(const device::Counts& counts, const Work* work) {
  const ReadCounts read(counts);
  std::vector<Counted> out;
  for (const CountedMeasure& each : measures) {
    const double value = each.of(read);
    const std::optional<double> modeled = work != nullptr && each.model != nullptr && each.model(*work) > 0
                                              ? std::optional(each.model(*work))
                                              : std::nullopt;
    // a ratio of nothing to nothing is no number
    if (std::isnan(value) || (value == 0 && modeled.value_or(0) == 0)) continue;
    out.push_back(
        {{.id = each.id, .name = each.name, .unit = each.unit, .about = each.about, .value = value}, modeled});
  }
  const double lives = read("smsp__warps_active");
  std::vector<Counted> reasons;
  for (const Stall& each : stalls) {
    const double share = 100 * read(stalled(each)) / lives;
    if (!(share > 0)) continue;
    reasons.push_back({{.id = std::string("warp_") + each.id + "_percent",
                        .name = std::string("a warp ") + each.name,
                        .unit = "%",
                        .about = "the share of the time on a multiprocessor that warps spend like this",
                        .value = share},
                       std::nullopt});
  }
  std::ranges::stable_sort(reasons, std::greater(), [](const Counted& each) { return each.measure.number(); });
  std::ranges::move(reasons, std::back_inserter(out));
  return out;
}

device::Counts sum_of(const std::vector<device::Counts>& parts) {
  device::Counts out;
  for (const device::Counts& part : parts) {
    for (const auto& [name, value] : part) out[name] += value;
  }
  return out;
}

}  // namespace heteroscope
