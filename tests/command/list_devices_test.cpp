#include "app/commands/list/devices.hpp"

#include "app/commands/list/json.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// The devices that `list` names: those of tests/faults/fake_device.cpp, and others that are made here.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class ListOfGpus : public Program {
 protected:
  [[nodiscard]] std::string program() const override { return HETEROSCOPE_FAULTY; }

  /// What is written where there are that many; `fault` as HETEROSCOPE_FAULT.
  [[nodiscard]] std::string list(int gpus, const std::string& options = {}, const std::string& fault = {}) const {
    const Result result = run("list " + options, "export HETEROSCOPE_FAKE_GPUS=" + std::to_string(gpus) +
                                                     " HETEROSCOPE_FAULT=" + fault + ";");
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.error, "");
    return result.out;
  }
};

constexpr const char* fake = "a GPU of memory alone, compute capability 9.0, 4 multiprocessors, 4.0 GiB\n";
/// 4 multiprocessors × 128 lanes × 1 GHz × 2, half of that, and 2 × 1 GHz × 64 bits.
constexpr const char* fake_peaks = "in theory 1.024 Tflop/s in fp32, 512.0 Gflop/s in fp64 (2 : 1), bus 16.00 GB/s\n";

TEST_F(ListOfGpus, OneHasNoNumberAndNoLinks) {
  const std::string text = list(1);
  EXPECT_NE(text.find("\n      gpu   " + std::string(fake) + "            " + fake_peaks +
                      "      cuda  driver 13.0, runtime 13.0\n"),
            text.npos)
      << text.substr(0, 400);
  EXPECT_EQ(text.find("links"), text.npos);
  const json out = json_of(list(1, "--json"));
  ASSERT_EQ(out.at("devices").size(), 2U);
  EXPECT_EQ(out["devices"][1].at("id"), "gpu");
  EXPECT_EQ(out["devices"][1].at("number"), 0);
  EXPECT_EQ(out.at("links"), json::array());
  EXPECT_EQ(out["devices"][1].at("peak_fma_fp32_per_s"), 512e9);
  EXPECT_EQ(out["devices"][1].at("peak_fma_fp64_per_s"), 256e9);
  EXPECT_EQ(out["devices"][1].at("peak_bus_bytes_per_s"), 16e9);
  EXPECT_EQ(out["devices"][1].at("fp32_per_fp64"), 2);
}

TEST_F(ListOfGpus, SeveralHaveNumbersAndLinks) {
  const std::string text = list(5);
  EXPECT_NE(text.find("\n      cpu    "), text.npos);
  EXPECT_NE(text.find("\n      gpu:4  " + std::string(fake) + "             " + fake_peaks +
                      "      cuda   driver 13.0, runtime 13.0\n      links  0-1, 2-3: peer access with atomics, "
                      "as over NVLink\n             0-2, 0-3, 1-2, 1-3: peer access, as over PCIe\n             "
                      "0-4, 1-4, 2-4, 3-4: through host memory, no peer access\n"),
            text.npos)
      << text.substr(0, 900);
  const json out = json_of(list(5, "--json"));
  ASSERT_EQ(out.at("devices").size(), 6U);
  for (int number = 0; number < 5; ++number) {
    const json& device = out["devices"][static_cast<std::size_t>(number) + 1];
    EXPECT_EQ(device.at("id"), "gpu");
    EXPECT_EQ(device.at("number"), number);
    EXPECT_EQ(device.at("available"), true);
    EXPECT_EQ(device.at("compute_capability"), "9.0");
  }
  ASSERT_EQ(out.at("links").size(), 20U);
  for (const json& each : out["links"]) {
    const int from = each.at("from").get<int>();
    const int to = each.at("to").get<int>();
    EXPECT_NE(from, to);
    EXPECT_EQ(each.at("link"), from / 2 == to / 2 ? "peer_atomics" : from / 4 == to / 4 ? "peer" : "host") << each;
    EXPECT_TRUE(each.at("unknown_reason").is_null());
  }
}

TEST_F(ListOfGpus, ManyFitAHundredColumns) {
  const std::string text = list(16);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 100U) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST_F(ListOfGpus, ALinkThatIsNotToldLeavesTheRest) {
  EXPECT_NE(list(3, "", "gpu:1").find("0 to 1: not known: a call to the GPU failed, as it was told to\n"),
            std::string::npos);
  const json links = json_of(list(3, "--json", "gpu:1")).at("links");
  ASSERT_EQ(links.size(), 6U);
  EXPECT_TRUE(links[0].at("link").is_null());
  EXPECT_EQ(links[0].at("unknown_reason"), "a call to the GPU failed, as it was told to");
  EXPECT_EQ(links[1].at("link"), "peer");
}

constexpr const char* old = "too old: this card has compute capability 6.1, but this program needs 7.5";

/// Number 0 is too old.
std::vector<device::Facts> three_gpus() {
  device::Facts card;
  card.available = true;
  card.name = "card";
  card.major = 9;
  card.can_map_host_memory = true;
  std::vector<device::Facts> out(3, card);
  out[0].available = false;
  out[0].why_not = old;
  out[0].name = "old card";
  return out;
}

std::string listed_devices(device::Devices gpus, std::span<const ListedLink> links) {
  std::string out;
  for (const ListedLine& each : device_lines(CpuFacts{}, gpus, links)) out += each.label + "|" + each.text + "\n";
  return out.substr(out.find('\n') + 1);
}

TEST(ListDevices, WhyAGpuCannotBeUsed) {
  std::vector<device::Facts> gpus = three_gpus();
  const std::string text = listed_devices(gpus, {});
  EXPECT_TRUE(text.starts_with("gpu:0|old card, unavailable: " + std::string(old) + "\ngpu:1|card, ")) << text;
  EXPECT_EQ(text.find("|in theory"), text.find("\n", text.find("gpu:1|")) + 1) << "of those that can be used";
  EXPECT_EQ(listed_devices(gpus.front(), {}), "gpu|old card, unavailable: " + std::string(old) + "\n");
  gpus[0].name.clear();
  EXPECT_EQ(listed_devices(gpus.front(), {}), "gpu|unavailable: " + std::string(old) + "\n");
}

TEST(ListDevices, PeaksThatTheDriverDoesNotTellAreUnknown) {
  device::Facts gpu = three_gpus()[1];
  EXPECT_NE(listed_devices(gpu, {}).find("|in theory unknown in fp32, unknown in fp64 (ratio unknown), bus unknown\n"),
            std::string::npos);
  const json out = json_of(list_json(gpu, {}));
  for (const char* id : {"fp32_per_fp64", "peak_fma_fp32_per_s", "peak_fma_fp64_per_s", "peak_bus_bytes_per_s"})
    EXPECT_TRUE(out.at("devices").at(1).at(id).is_null()) << id;
}

TEST(ListDevices, LinksInWords) {
  using enum device::Link;
  const std::vector<device::Facts> gpus = three_gpus();
  const auto listed_links = [&](std::span<const ListedLink> links) {
    const std::string text = listed_devices(gpus, links);
    return text.substr(text.find("links"));
  };
  const std::vector<ListedLink> two{{0, 1, same_card, {}}, {1, 0, same_card, {}}};
  EXPECT_EQ(listed_links(two), "links|0-1: the same card under two numbers (HETEROSCOPE_GPUS)\n");
  const std::vector<ListedLink> alike{{0, 1, host, {}}, {0, 2, host, {}}, {1, 0, host, {}},
                                      {1, 2, host, {}}, {2, 0, host, {}}, {2, 1, host, {}}};
  EXPECT_EQ(listed_links(alike), "links|all pairs: through host memory, no peer access\n");
  const std::vector<ListedLink> one_way{{0, 1, peer, {}}, {1, 0, host, {}}};
  EXPECT_EQ(listed_links(one_way),
            "links|0 to 1: peer access, as over PCIe\n|1 to 0: through host memory, no peer access\n");
}

TEST(ListDevices, VariantsAreThoseOfTheFirstGpuThatIsAvailable) {
  const std::vector<device::Facts> gpus = three_gpus();
  EXPECT_EQ(listed_gpu(gpus), 1);
  EXPECT_EQ(listed_gpu(gpus.front()), 0);
  const json out = json_of(list_json(gpus, {}));
  EXPECT_EQ(out.at("devices").at(1).at("name"), "old card");
  EXPECT_EQ(out["devices"][1].at("unavailable_reason"), old);
  EXPECT_EQ(out["devices"][2].at("available"), true);
  EXPECT_EQ(out.at("memory_kinds").at(2).at("available"), true);
  EXPECT_EQ(out.at("processors").at(0).at("available"), true);
  for (const std::size_t uses_gpus : {1U, 2U}) {
    EXPECT_EQ(out["processors"][uses_gpus].at("available"), false);
    EXPECT_EQ(out["processors"][uses_gpus].at("unavailable_reason"), "GPU 0: " + std::string(old));
  }
}

}  // namespace
}  // namespace heteroscope::testing
