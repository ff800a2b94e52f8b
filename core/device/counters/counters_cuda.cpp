#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/device/counters/counters.hpp"
#include "core/device/counters/cupti.cuh"
#include "core/device/device.hpp"
#include "core/device/driver_call.cuh"

namespace heteroscope::device {

namespace {

/// CUPTI's structures of arguments begin with their size.
template <class Params>
Params sized(std::size_t size) {
  Params out{};
  out.structSize = size;
  return out;
}
#define HETEROSCOPE_SIZED(type) sized<type>(type##_STRUCT_SIZE)

using Bytes = std::vector<std::uint8_t>;

std::vector<const char*> pointers(const std::vector<std::string>& names) {
  std::vector<const char*> out;
  for (const std::string& each : names) out.push_back(each.c_str());
  return out;
}

/// The part of CUPTI that knows a chip's counters, and what they are made of.
class Host {
 public:
  Host(const char* chip, const Bytes& available) {
    auto p = HETEROSCOPE_SIZED(CUpti_Profiler_Host_Initialize_Params);
    p.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    p.pChipName = chip;
    p.pCounterAvailabilityImage = available.data();
    cupti_.check(cupti_.cuptiProfilerHostInitialize(&p), "counters of this GPU");
    object_ = p.pHostObject;
  }
  ~Host() {
    auto p = HETEROSCOPE_SIZED(CUpti_Profiler_Host_Deinitialize_Params);
    p.pHostObject = object_;
    cupti_.cuptiProfilerHostDeinitialize(&p);
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  CUptiResult add(const std::vector<std::string>& names) {
    std::vector<const char*> all = pointers(names);
    auto p = HETEROSCOPE_SIZED(CUpti_Profiler_Host_ConfigAddMetrics_Params);
    p.pHostObject = object_;
    p.ppMetricNames = all.data();
    p.numMetrics = all.size();
    return cupti_.cuptiProfilerHostConfigAddMetrics(&p);
  }

  Bytes configuration() {
    auto size = HETEROSCOPE_SIZED(CUpti_Profiler_Host_GetConfigImageSize_Params);
    size.pHostObject = object_;
    cupti_.check(cupti_.cuptiProfilerHostGetConfigImageSize(&size), "configuration of counters");
    Bytes out(size.configImageSize);
    auto p = HETEROSCOPE_SIZED(CUpti_Profiler_Host_GetConfigImage_Params);
    p.pHostObject = object_;
    p.configImageSize = out.size();
    p.pConfigImage = out.data();
    cupti_.check(cupti_.cuptiProfilerHostGetConfigImage(&p), "configuration of counters");
    return out;
  }

  Counts counts(const Bytes& data, std::size_t range, const std::vector<std::string>& names) {
    std::vector<const char*> all = pointers(names);
    std::vector<double> values(all.size());
    auto p = HETEROSCOPE_SIZED(CUpti_Profiler_Host_EvaluateToGpuValues_Params);
    p.pHostObject = object_;
    p.pCounterDataImage = data.data();
    p.counterDataImageSize = data.size();
    p.rangeIndex = range;
    p.ppMetricNames = all.data();
    p.numMetrics = all.size();
    p.pMetricValues = values.data();
    cupti_.check(cupti_.cuptiProfilerHostEvaluateToGpuValues(&p), "values of counters");
    Counts out;
    for (std::size_t i = 0; i < names.size(); ++i) out[names[i]] = values[i];
    return out;
  }

 private:
  const Cupti& cupti_ = Cupti::get();
  CUpti_Profiler_Host_Object* object_ = nullptr;
};

std::string chip_in_use(const Cupti& cupti) {
  auto p = HETEROSCOPE_SIZED(CUpti_Device_GetChipName_Params);
  p.deviceIndex = static_cast<std::size_t>(Use::card_in_use());
  cupti.check(cupti.cuptiDeviceGetChipName(&p), "the GPU's chip");
  return p.pChipName;
}

Bytes available_counters(const Cupti& cupti) {
  auto p = HETEROSCOPE_SIZED(CUpti_Profiler_GetCounterAvailability_Params);
  cupti.check(cupti.cuptiProfilerGetCounterAvailability(&p), "which counters there are");
  Bytes out(p.counterAvailabilityImageSize);
  p.pCounterAvailabilityImage = out.data();
  cupti.check(cupti.cuptiProfilerGetCounterAvailability(&p), "which counters there are");
  return out;
}

std::size_t passes_of_configuration(const Cupti& cupti, Bytes& configuration) {
  auto p = HETEROSCOPE_SIZED(CUpti_Profiler_Host_GetNumOfPasses_Params);
  p.configImageSize = configuration.size();
  p.pConfigImage = configuration.data();
  cupti.check(cupti.cuptiProfilerHostGetNumOfPasses(&p), "passes of counters");
  return p.numOfPasses;
}

CUcontext context_in_use() {
  HETEROSCOPE_CUDA(cudaFree(nullptr));  // makes it, where nothing has been done yet
  const auto current = driver_call<decltype(&cuCtxGetCurrent)>("cuCtxGetCurrent", 4000);
  CUcontext out = nullptr;
  if (current != nullptr) current(&out);
  return out;
}

}  // namespace

struct Counters::State {
  const Cupti& cupti;
  std::vector<std::string> names;
  std::unique_ptr<Host> host;
  Bytes configuration;
  std::size_t passes = 0;
  CUpti_RangeProfiler_Object* profiler = nullptr;
  Bytes data;

  std::size_t most_ranges;

  State(const Cupti& library, std::size_t ranges) : cupti(library), most_ranges(ranges) {}
  ~State() {
    if (profiler == nullptr) return;
    auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_Disable_Params);
    p.pRangeProfilerObject = profiler;
    cupti.cuptiRangeProfilerDisable(&p);
  }

  /// Selects the wanted counters that this GPU has.
  void choose(const std::string& chip, const Bytes& available, std::span<const std::string> wanted) {
    for (const std::string& each : wanted) {
      Host alone(chip.c_str(), available);
      if (alone.add({each}) == CUPTI_SUCCESS) names.push_back(each);
    }
    if (names.empty()) throw CountersUnavailable("counters: this GPU lacks all of the counters that are needed");
    host = std::make_unique<Host>(chip.c_str(), available);
    cupti.check(host->add(names), "choice of counters");
    configuration = host->configuration();
    passes = passes_of_configuration(cupti, configuration);
  }

  void make_room() {
    std::vector<const char*> all = pointers(names);
    auto size = HETEROSCOPE_SIZED(CUpti_RangeProfiler_GetCounterDataSize_Params);
    size.pRangeProfilerObject = profiler;
    size.pMetricNames = all.data();
    size.numMetrics = all.size();
    size.maxNumOfRanges = most_ranges;
    size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(most_ranges);
    cupti.check(cupti.cuptiRangeProfilerGetCounterDataSize(&size), "room for counters");
    data.resize(size.counterDataSize);
    auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
    p.pRangeProfilerObject = profiler;
    p.counterDataSize = data.size();
    p.pCounterData = data.data();
    cupti.check(cupti.cuptiRangeProfilerCounterDataImageInitialize(&p), "room for counters");
  }

  void configure() {
    auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_SetConfig_Params);
    p.pRangeProfilerObject = profiler;
    p.configSize = configuration.size();
    p.pConfig = configuration.data();
    p.counterDataImageSize = data.size();
    p.pCounterDataImage = data.data();
    p.range = CUPTI_UserRange;
    p.replayMode = CUPTI_UserReplay;
    p.maxRangesPerPass = most_ranges;
    p.numNestingLevels = 1;
    p.minNestingLevel = 1;
    p.passIndex = 0;
    p.targetNestingLevel = 1;
    cupti.check(cupti.cuptiRangeProfilerSetConfig(&p), "configuration of counters");
  }

  std::size_t ranges() const {
    auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_GetCounterDataInfo_Params);
    p.pCounterDataImage = data.data();
    p.counterDataImageSize = data.size();
    cupti.check(cupti.cuptiRangeProfilerGetCounterDataInfo(&p), "what was counted");
    return p.numTotalRanges;
  }

  std::string range_name(std::size_t index) const {
    auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_CounterData_GetRangeInfo_Params);
    p.pCounterDataImage = data.data();
    p.counterDataImageSize = data.size();
    p.rangeIndex = index;
    p.rangeDelimiter = "/";
    cupti.check(cupti.cuptiRangeProfilerCounterDataGetRangeInfo(&p), "what was counted");
    return p.rangeName;
  }
};

Counters::Counters(std::span<const std::string> names, std::size_t most_ranges) {
  const Cupti& cupti = Cupti::get();
  const CUcontext context = context_in_use();
  auto start = HETEROSCOPE_SIZED(CUpti_Profiler_Initialize_Params);
  cupti.check(cupti.cuptiProfilerInitialize(&start), "the profiler");
  auto made = std::make_unique<State>(cupti, most_ranges);
  made->choose(chip_in_use(cupti), available_counters(cupti), names);
  auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_Enable_Params);
  p.ctx = context;
  cupti.check(cupti.cuptiRangeProfilerEnable(&p), "the profiler");
  made->profiler = p.pRangeProfilerObject;
  made->make_room();
  made->configure();
  state_ = std::move(made);
}

Counters::~Counters() = default;

int Counters::passes() const {
  return static_cast<int>(state_->passes);
}

void Counters::begin_pass() {
  auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_Start_Params);
  p.pRangeProfilerObject = state_->profiler;
  state_->cupti.check(state_->cupti.cuptiRangeProfilerStart(&p), "a pass of counters");
}

bool Counters::end_pass() {
  auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_Stop_Params);
  p.pRangeProfilerObject = state_->profiler;
  state_->cupti.check(state_->cupti.cuptiRangeProfilerStop(&p), "a pass of counters");
  return p.isAllPassSubmitted == 0;
}

void Counters::begin(const std::string& name) {
  auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_PushRange_Params);
  p.pRangeProfilerObject = state_->profiler;
  p.pRangeName = name.c_str();
  state_->cupti.check(state_->cupti.cuptiRangeProfilerPushRange(&p), "a range of counters");
}

void Counters::end() {
  auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_PopRange_Params);
  p.pRangeProfilerObject = state_->profiler;
  state_->cupti.check(state_->cupti.cuptiRangeProfilerPopRange(&p), "a range of counters");
}

std::vector<CountedRange> Counters::read() {
  auto p = HETEROSCOPE_SIZED(CUpti_RangeProfiler_DecodeData_Params);
  p.pRangeProfilerObject = state_->profiler;
  state_->cupti.check(state_->cupti.cuptiRangeProfilerDecodeData(&p), "what was counted");
  if (p.numOfRangeDropped > 0) throw DeviceError("counters: some counts were lost");
  std::vector<CountedRange> out;
  for (std::size_t i = 0, n = state_->ranges(); i < n; ++i)
    out.push_back({state_->range_name(i), state_->host->counts(state_->data, i, state_->names)});
  return out;
}

}  // namespace heteroscope::device
