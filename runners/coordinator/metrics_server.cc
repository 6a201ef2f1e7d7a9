#include "runners/coordinator/metrics_server.h"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>
#include <prometheus/metric_family.h>

#include <exception>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

MetricFamily Family(const std::string& name, const std::string& help, MetricType type) {
  MetricFamily family;
  family.name = name;
  family.help = help;
  family.type = type;
  return family;
}

void AddGauge(double value, const std::vector<ClientMetric::Label>& labels, MetricFamily& family) {
  ClientMetric& metric = family.metric.emplace_back();
  metric.gauge.value = value;
  metric.label = labels;
}

MetricFamily Counter(const std::string& name, const std::string& help, uint64_t value) {
  MetricFamily family = Family(name, help, MetricType::Counter);
  family.metric.emplace_back().counter.value = static_cast<double>(value);
  return family;
}

class CoordinatorMetrics : public prometheus::Collectable {
 public:
  explicit CoordinatorMetrics(Coordinator& coordinator) : coordinator_(coordinator) {}

  std::vector<MetricFamily> Collect() const override {
    const absl::StatusOr<v1::LabStatus> status = coordinator_.GetStatus();
    MetricFamily up = Family("benchcell_store_up", "Whether the store answers.", MetricType::Gauge);
    AddGauge(status.ok() && coordinator_.HasStore() ? 1 : 0, {}, up);
    std::vector<MetricFamily> families = {up};
    const Coordinator::Counts counts = coordinator_.GetCounts();
    families.push_back(
        Counter("benchcell_leases_total", "Blocks leased since the start.", counts.leases));
    families.push_back(Counter("benchcell_blocks_done_total", "Blocks measured since the start.",
                               counts.blocks_done));
    families.push_back(
        Counter("benchcell_leases_lost_total", "Leases lost since the start.", counts.leases_lost));
    families.push_back(Counter("benchcell_blocks_not_measured_total",
                               "Blocks that a machine could not measure since the start.",
                               counts.blocks_not_measured));
    if (status.ok()) AddStatus(*status, families);
    return families;
  }

 private:
  static void AddStatus(const v1::LabStatus& status, std::vector<MetricFamily>& families) {
    MetricFamily machines =
        Family("benchcell_machines", "Machines by what they do.", MetricType::Gauge);
    int measuring = 0, idle = 0, away = 0, quarantined = 0;
    for (const v1::MachineStatus& machine : status.machine()) {
      ++(!machine.quarantine().empty() ? quarantined
         : machine.away()              ? away
         : machine.has_activity()      ? measuring
                                       : idle);
    }
    AddGauge(measuring, {{"state", "measuring"}}, machines);
    AddGauge(idle, {{"state", "idle"}}, machines);
    AddGauge(away, {{"state", "away"}}, machines);
    AddGauge(quarantined, {{"state", "quarantined"}}, machines);
    MetricFamily blocks =
        Family("benchcell_run_blocks", "Blocks of an active run.", MetricType::Gauge);
    MetricFamily done =
        Family("benchcell_run_blocks_done", "Measured blocks of an active run.", MetricType::Gauge);
    for (const v1::RunStatusLine& run : status.run()) {
      AddGauge(run.progress().blocks(), {{"run", run.run_id()}}, blocks);
      AddGauge(run.progress().blocks_done(), {{"run", run.run_id()}}, done);
    }
    MetricFamily alarms = Family("benchcell_alarms", "Alarms that are raised.", MetricType::Gauge);
    AddGauge(status.alarm_size(), {}, alarms);
    for (MetricFamily& family :
         {std::ref(machines), std::ref(blocks), std::ref(done), std::ref(alarms)}) {
      families.push_back(std::move(family));
    }
  }

  Coordinator& coordinator_;
};

class PrometheusServer : public MetricsServer {
 public:
  // Throws what the library throws where it can't listen.
  PrometheusServer(Coordinator& coordinator, const std::string& address)
      : exposer_(address, /*num_threads=*/1),
        metrics_(std::make_shared<CoordinatorMetrics>(coordinator)) {
    exposer_.RegisterCollectable(metrics_);
  }

  int port() const override { return exposer_.GetListeningPorts().at(0); }

 private:
  prometheus::Exposer exposer_;
  const std::shared_ptr<CoordinatorMetrics> metrics_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<MetricsServer>> MetricsServer::Start(Coordinator& coordinator,
                                                                    const std::string& address) {
  try {
    return std::make_unique<PrometheusServer>(coordinator, address);
  } catch (const std::exception& error) {
    return absl::UnavailableError(
        absl::StrCat("can't serve /metrics on ", address, ": ", error.what()));
  }
}

}  // namespace benchcell
