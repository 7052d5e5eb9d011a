/* Can the lengths be met that were drawn, and do they determine the drawing? */
#include "inspect/feasible.h"
#include "inspect/rigidity.h"
#include "job.h"

mgnn_status
mg_job_judge(mg_job *job, mgnn_error *err)
{
  static const mg_verdict_budget budget = { 2e8, 300 };
  mgnn_status status;

  if (mg_job_in_layers(job) || (job->paths && !job->in.lengths_given))
    return MGNN_OK;
  status = mg_feasibility_find(job->in.problem, job->in.dim, MG_MET, &budget,
                               job->run[0].last, &job->verdict, err);
  job->judged = status == MGNN_OK;
  if (status == MGNN_OK)
    status = mg_rigidity_quick(job->in.problem, job->in.dim, &job->rigidity,
                               &job->rigidity_known, err);
  return status;
}
